import { generate } from 'selfsigned';

/** IP addresses among the subject alternative names of a certificate (RFC 5280, `GeneralName`). */
const IP_ADDRESS_NAME_TYPE = 7;

/** Creates a self-signed certificate for 127.0.0.1, as PEM. */
export async function createSelfSignedCertificate(): Promise<{ cert: string; key: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: IP_ADDRESS_NAME_TYPE, ip: '127.0.0.1' }] }],
  });
  return { cert, key };
}

/** Certificate of the TLS proxy. */
import { generate } from 'selfsigned';

/** The type of an IP address among a certificate's subject alternative names (RFC 5280, `GeneralName`). */
const IP_ADDRESS_NAME_TYPE = 7;

/** Creates a self-signed certificate for 127.0.0.1 and the certificate's private key, both in PEM format. */
export async function createSelfSignedCertificate(): Promise<{ cert: string; key: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: IP_ADDRESS_NAME_TYPE, ip: '127.0.0.1' }] }],
  });
  return { cert, key };
}

/**
 * A certificate for 127.0.0.1 that signs itself, good for one run: X.509 (RFC 5280) written by hand,
 * because Node makes keys and signatures but no certificates.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;

/** @returns the certificate and its private key, both PEM */
export function selfSigned(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der(SEQUENCE, objectId('2a8648ce3d040302'));
  const commonName = der(SEQUENCE, objectId('550403'), der(0x0c, Buffer.from('bench')));
  const name = der(SEQUENCE, der(SET, commonName));

  const content = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1]), randomBytes(8)), // serial number
    ecdsaWithSha256,
    name,
    der(SEQUENCE, time(Date.now() - 3_600_000), time(Date.now() + 86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, der(SEQUENCE, objectId('551d11'), der(0x04, addresses())))),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const encoded = der(SEQUENCE, content, ecdsaWithSha256, signature).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${encoded.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** One value in DER: tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const short = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...short]), content]);
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

/** UTCTime, `yymmddhhmmssZ`. */
function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

/** Subject alternative names: the one address. */
function addresses(): Buffer {
  return der(SEQUENCE, der(0x87, Buffer.from([127, 0, 0, 1])));
}

/** Encryption of texts with AES-256-GCM. A sealed text that was changed cannot be unsealed. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives the key of one sealed text from a secret of the stage. */
export const deriveKey = (secret: string, salt: string, info: string | Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, 32));

export function seal(text: string, key: Buffer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const content = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([iv, ...content, cipher.getAuthTag()]).toString('base64');
}

/** @throws Error when the text was sealed with another key */
export function unseal(sealed: string, key: Buffer): string {
  const bytes = Buffer.from(sealed, 'base64');
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const content = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  return Buffer.concat([content, decipher.final()]).toString('utf8');
}

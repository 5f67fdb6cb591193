/**
 * Encryption of stored responses, so that a leaked table reveals no response, idempotency key or request content
 * (infra/docs/api/conventions.md#idempotency). The MAC of the request and the encryption key are derived from the
 * stage's secret and from data that only the caller has. The record id is an unkeyed hash of route, user and
 * idempotency key.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { IdempotentRequest } from '../../../domain/model/idempotency.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Computes the id of an idempotency record: a hash of route, user and key. */
export function computeRecordId({ route, userId = '', key }: IdempotentRequest): string {
  return sha256(JSON.stringify([route, userId, key])).toString('base64url');
}

/**
 * Computes the MAC that identifies the content of a request. The MAC includes the idempotency key, so a leaked table
 * alone does not suffice to test guesses at the content, such as passwords.
 */
export function computeRequestMac({ key, content }: IdempotentRequest, secret: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['idempotency', key, content]))
    .digest();
}

export function encrypt(text: string, request: IdempotentRequest, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(request, secret), iv);
  const body = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([iv, ...body, cipher.getAuthTag()]).toString('base64');
}

/**
 * Decrypts a stored response.
 *
 * @throws Error when the response was encrypted for another request or with another secret
 */
export function decrypt(sealed: string, request: IdempotentRequest, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, sealingKey(request, secret), iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const body = bytes.subarray(IV_BYTES, -TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

function sealingKey({ key, content }: IdempotentRequest, secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, key, sha256(content), 32));
}

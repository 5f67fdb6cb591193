/**
 * Encryption of stored responses, so that a leaked table reveals no response, idempotency key or request content
 * (infra/docs/api/conventions.md#idempotency). The MAC of the request and the encryption key are derived from the
 * stage's secret and from data that only the caller has. The record id is an unkeyed hash of route, caller and
 * idempotency key.
 */
import { createHash, createHmac } from 'node:crypto';
import type { IdempotentRequest } from '../../../domain/model/idempotency.ts';
import { deriveKey } from '../../sealing.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Computes the id of an idempotency record: a hash of route, caller, key and, if there is one, partner. */
export function computeRecordId({ route, callerId = '', partnerId, key }: IdempotentRequest): string {
  const scope = partnerId === undefined ? [] : [partnerId];
  return sha256(JSON.stringify([route, callerId, key, ...scope])).toString('base64url');
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

export const deriveResponseKey = ({ key, content }: IdempotentRequest, secret: string): Buffer =>
  deriveKey(secret, key, sha256(content));

/**
 * DynamoDB implementation of the idempotency store. Records are valid for 24 hours. DynamoDB may delete a record later,
 * so reads ignore expired records.
 *
 * Responses are encrypted, so that a leaked table reveals no response, idempotency key or request content
 * (infra/docs/api/conventions.md#idempotency). The MAC of the request and the encryption key are derived from the
 * stage's secret and from data that only the caller has. The record id is an unkeyed hash of route, caller and
 * idempotency key.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IdempotentRequest, StoredResponse } from '../../../domain/model/idempotency.ts';
import type { IdempotencyStore } from '../../../domain/ports/idempotency.ts';
import type { Clock } from '../../../domain/ports/services.ts';
import { DAY } from '../../../durations.ts';
import { deriveKey, seal, unseal } from '../../sealing.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { findKey, readCurrentKey } from '../secrets/signer.ts';
import { toIdempotencyRecord } from '../table/records.ts';
import { readRecord, type Table } from '../table/table.ts';
import { idempotencyRecordKey } from './record-writes.ts';

const RETENTION_MS = DAY;

/** Maximum length of an encrypted response. An item in DynamoDB has at most 400 KB. */
const MAX_SEALED_LENGTH = 300_000;

export function dynamoIdempotencyStore(table: Table, clock: Clock, secrets: Secrets): IdempotencyStore {
  return {
    async find(request) {
      const record = await readRecord(
        table,
        idempotencyRecordKey({ id: computeRecordId(request), callerId: request.callerId }),
        toIdempotencyRecord,
      );
      if (!record || record.keptUntil <= clock.now().toISOString()) return undefined;
      const mac = Buffer.from(record.contentMac, 'base64');
      const key = await findKey('response-keys', secrets, candidate =>
        timingSafeEqual(mac, computeRequestMac(request, candidate)),
      );
      if (key === undefined) return 'key-reused';
      return JSON.parse(unseal(record.sealed, deriveResponseKey(request, key))) as StoredResponse;
    },

    async createRecord(request, { status, body }) {
      const secret = await readCurrentKey('response-keys', secrets);
      const now = clock.now();
      const sealed = seal(JSON.stringify({ status, body }), deriveResponseKey(request, secret));
      if (sealed.length > MAX_SEALED_LENGTH) return undefined;
      return {
        id: computeRecordId(request),
        callerId: request.callerId,
        contentMac: computeRequestMac(request, secret).toString('base64'),
        sealed,
        keptFrom: now.toISOString(),
        keptUntil: new Date(now.getTime() + RETENTION_MS).toISOString(),
      };
    },
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Computes the id of an idempotency record: a hash of route, caller, key and, if there is one, partner. */
function computeRecordId({ route, callerId = '', partnerId, key }: IdempotentRequest): string {
  const scope = partnerId === undefined ? [] : [partnerId];
  return sha256(JSON.stringify([route, callerId, key, ...scope])).toString('base64url');
}

/**
 * Computes the MAC that identifies the content of a request. The MAC includes the idempotency key, so a leaked table
 * alone does not suffice to test guesses at the content, such as passwords.
 */
function computeRequestMac({ key, content }: IdempotentRequest, secret: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['idempotency', key, content]))
    .digest();
}

export const deriveResponseKey = ({ key, content }: IdempotentRequest, secret: string): Buffer =>
  deriveKey(secret, key, sha256(content));

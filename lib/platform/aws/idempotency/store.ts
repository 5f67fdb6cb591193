/**
 * DynamoDB implementation of the idempotency store. Records are valid for 24 hours. DynamoDB may delete a record later,
 * so reads ignore expired records.
 */
import { timingSafeEqual } from 'node:crypto';
import type { StoredResponse } from '../../../domain/model/idempotency.ts';
import type { IdempotencyStore } from '../../../domain/ports/idempotency.ts';
import type { Clock } from '../../../domain/ports/services.ts';
import { DAY } from '../../../durations.ts';
import { seal, unseal } from '../../sealing.ts';
import type { Secrets } from '../../secrets.ts';
import { findKey, readCurrentKey } from '../../signer.ts';
import { toIdempotencyRecord } from '../table/records.ts';
import { readRecord, type Table } from '../table/table.ts';
import { computeRecordId, computeRequestMac, deriveResponseKey } from './encryption.ts';
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

/** Responses that are stored with the changes of a request and returned when the request is retried. */
import * as v from 'valibot';
import { type Stored, textSchema } from './schemas/record-schema.ts';

export interface IdempotentRequest {
  /** Method and path template, for example `POST /api/v1/testimonies/{id}/offers`. */
  readonly route: string;
  /** Id of the user, or ARN of the operator. Absent for guests. */
  readonly callerId: string | undefined;
  /** Id of the partner through which the caller comes; absent without one. */
  readonly partnerId: string | undefined;
  /** Idempotency key chosen by the caller; never stored or logged in plain text. */
  readonly key: string;
  /** Canonical serialization of the request; equal requests have equal content. */
  readonly content: string;
}

export interface StoredResponse {
  readonly status: number;
  readonly body?: unknown;
}

export const createIdempotencyRecordSchema = () =>
  v.object({
    /** Identifier derived from route, caller and key. */
    id: textSchema,
    callerId: v.optional(textSchema),
    contentMac: textSchema,
    sealed: textSchema,
    keptFrom: textSchema,
    keptUntil: textSchema,
  });

/** Stored form of a response, encrypted so that only a repetition of the request can decrypt it. */
export type IdempotencyRecord = Stored<typeof createIdempotencyRecordSchema>;

/** Answers that are kept with the work they are of, for the same request sent again (infra/docs/api/conventions.md). */

/** A request that may be sent again. */
export interface IdempotentRequest {
  /** `POST /api/v1/testimonies/{id}/offers` */
  readonly route: string;
  /** Absent for guests. */
  readonly userId: string | undefined;
  /** The caller's word for it; kept and logged nowhere. */
  readonly key: string;
  /** All that was asked, in a form that is the same for the same. */
  readonly content: string;
}

/** What succeeding was answered with. */
export interface StoredResponse {
  readonly status: number;
  readonly body?: unknown;
}

/** An answer as it is kept: nobody reads it who has not the request. */
export interface IdempotencyRecord {
  /** Stands for route, user and key. */
  readonly id: string;
  readonly userId: string | undefined;
  /** Stands for the content. */
  readonly contentMac: string;
  readonly sealed: string;
  readonly keptFrom: string;
  readonly keptUntil: string;
}

/** Makes of what is about to be written the answer that is written with it; of a request without a key none. */
export type CreateIdempotencyRecord<Outcome> = (outcome: Outcome) => Promise<IdempotencyRecord | undefined>;

export const noIdempotencyRecord: CreateIdempotencyRecord<unknown> = async () => undefined;

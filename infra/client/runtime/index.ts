/** Exports of the npm package. */
export { type ApiClient, createClient } from './client.ts';
export { type Exchange, etagOf } from './exchange.ts';
export { LABELS } from './generated/constants.gen.ts';
export type * from './generated/types.gen.ts';
export type { CallOptions, ClientOptions } from './options.ts';
export { type PageQuery, paginate } from './paginate.ts';
export { type FieldErrors, fieldErrors, isProblem, ProblemError } from './problem.ts';
export type { OnProgress, Progress } from './transport.ts';
export type { Uploads } from './uploads.ts';
export { verificationIn } from './verification.ts';

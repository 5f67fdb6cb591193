/** What the package exports. */
export * from './api.ts';
export {
  type ApiClient,
  type CallOptions,
  type ClientOptions,
  createClient,
  type Method,
} from './client.ts';
export { type Exchange, etagOf } from './exchange.ts';
export { paginate } from './paginate.ts';
export { type FieldErrors, fieldErrors, isProblem, ProblemError } from './problem.ts';
export type { OnProgress, Progress } from './transport.ts';
export type { Uploads } from './uploads.ts';
export { verificationIn } from './verification.ts';

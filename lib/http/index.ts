/** Everything that a declaration of an endpoint imports: handler, access rules, limits, readers and responses. */
export {
  anyone,
  clientOnly,
  expertOnly,
  guestOnly,
  operatorOnly,
  optionalUser,
  partnerOnly,
  requireApproval,
  requireVerifiedEmail,
  signedInBeforeLock,
  signedInOnly,
  throughPartner,
} from './access/access.ts';
export { countFailures, limitPerIpAddress, limitPerPartner, limitPerUser } from './access/request-limits.ts';
export { idempotencyKey } from './idempotency/idempotency.ts';
export { endpointHandler } from './lambda.ts';
export { jsonBody } from './request/json-body.ts';
export { createListQuery, createQuery } from './request/query.ts';
export * from './request/resource.ts';
export { accepted, created, noContent, ok } from './response/response.ts';
export { createPageResponse, readPageRequest, signCursor } from './views/pages.ts';

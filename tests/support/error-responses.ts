/** Error responses to callers without access (infra/docs/api/conventions.md#statuses). */
const errorResponse = (status: number, message: string) => ({ status, body: { message } });

export const UNAUTHENTICATED = errorResponse(401, 'Unauthenticated.');
export const UNAUTHORIZED = errorResponse(403, 'This action is unauthorized.');
export const UNVERIFIED = errorResponse(403, 'Access denied for unverified users.');
export const UNAPPROVED = errorResponse(403, 'Access denied for unapproved experts.');
export const NOT_FOUND = errorResponse(404, 'Not found.');
export const WRONG_STATE = errorResponse(409, 'This is not possible in the current state.');
export const ALREADY_OFFERED = errorResponse(409, 'You have already made an offer for this testimony.');
export const TOO_MANY_OFFERS = errorResponse(
  409,
  'The maximum number of offers for this testimony is reached.',
);

/** Returns the expected 422 body with the error of a single field. */
export const fieldErrorResponse = (field: string, message: string) => ({
  status: 422,
  body: { message, errors: { [field]: [message] } },
});

/** Ids that do not belong to any resource. Most of them are malformed. */
export const UNKNOWN_IDS = [
  'x',
  '1',
  '%20',
  '01A1FDDD-FF47-7274-A9B4-E43D50A27F12',
  '01a1fddd-ff47-7274-a9b4-e43d50a27f12',
  '01a1fddd-ff47-7274-a9b4-e43d50a27f12x',
] as const;

/**
 * The face of every failure (spec §7, contract §1): the only table of statuses and messages.
 */
import {
  type FieldErrors,
  type FieldReason,
  FieldRefusal,
  Invalid,
  type Reason,
  Refusal,
} from '../domain/refusal.ts';
import { missing, slovak, summary } from '../validation/slovak.ts';
import type { Answer } from './answer.ts';

const FACES: Record<Reason, readonly [status: number, message: string]> = {
  'malformed-body': [400, 'The request body could not be read.'],
  unauthenticated: [401, 'Unauthenticated.'],
  'already-signed-in': [403, 'Access denied for authenticated users.'],
  unverified: [403, 'Access denied for unverified users.'],
  unapproved: [403, 'Access denied for unapproved experts.'],
  unauthorized: [403, 'This action is unauthorized.'],
  'not-found': [404, 'Not found.'],
  'method-not-allowed': [405, 'Method not allowed.'],
  'payload-too-large': [413, 'The request body is too large.'],
  'unsupported-media-type': [415, 'Unsupported media type.'],
  'too-many-requests': [429, 'Too many requests.'],
  unavailable: [503, 'Service unavailable. Please try again in a moment.'],
};

const FIELDS: Record<FieldReason, readonly [field: string, message: string]> = {
  'mail-domain': ['email', slovak.mailDomain],
  'email-taken': ['email', slovak.emailTaken],
  'phone-taken': ['phone', slovak.phoneTaken],
  'challenge-missing': ['turnstileToken', missing('turnstileToken')],
  'challenge-failed': ['turnstileToken', slovak.challengeFailed],
};

const RETRY_AFTER_SECONDS = '5';

/** @param production whether 403s keep their reason to themselves (spec §7.2) */
export function problem(error: unknown, production: boolean): Answer {
  if (error instanceof Invalid) return unprocessable(error.errors);
  if (error instanceof FieldRefusal) return unprocessable(byField(error.reasons));
  if (error instanceof Refusal) return refused(error, production);
  return { status: 500, body: { message: 'Internal server error.' } };
}

function refused({ reason, headers }: Refusal, production: boolean): Answer {
  const [status, message] = FACES[reason];
  return {
    status,
    headers: { ...(status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }), ...headers },
    body: { message: status === 403 && production ? 'Forbidden.' : message },
  };
}

function unprocessable(errors: FieldErrors): Answer {
  return { status: 422, body: { message: summary(errors), errors } };
}

function byField(reasons: readonly FieldReason[]): FieldErrors {
  const errors: Record<string, string[]> = {};
  for (const reason of reasons) {
    const [field, message] = FIELDS[reason];
    errors[field] = [...(errors[field] ?? []), message];
  }
  return errors;
}

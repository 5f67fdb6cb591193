/** Who may call and what comes back, by the words in which endpoints declare it. */

/** Any one of these lets a caller in. The list of a token has the roles that its owner needs, as of OpenAPI 3.1. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[];
interface Admission {
  readonly security: Security;
  readonly refusals: readonly number[];
}

const TOKEN = { token: [] };

/** The rules of lib/http/access.ts. */
const ADMISSIONS: Readonly<Record<string, Admission>> = {
  anyone: { security: [], refusals: [] },
  anyoneKnown: { security: [{}, TOKEN], refusals: [] },
  guestsOnly: { security: [], refusals: [403] },
  signedIn: { security: [TOKEN], refusals: [401] },
  asClient: { security: [{ token: ['client'] }], refusals: [401, 403] },
  asExpert: { security: [{ token: ['expert'] }], refusals: [401, 403] },
  operatorsOnly: { security: [{ aws: [] }], refusals: [403] },
};

/** @param access as it is written, `verified(asExpert)` */
export function admissionOf(access: string): Admission {
  const [, rule, inner] = /^(\w+)\((.+)\)$/.exec(access) ?? [];
  if (rule && inner) {
    const { security, refusals } = admissionOf(inner);
    const narrowed = security.map(({ token = [] }) => ({ token: [rule, ...token] }));
    return { security: narrowed, refusals: [...new Set([...refusals, 403])] };
  }
  const admission = ADMISSIONS[access];
  if (!admission) throw new Error(`what access is "${access}"?`);
  return admission;
}

/** What a story ends in, as it is written (lib/http/answer.ts, pages.ts). */
export const SUCCESSES: Readonly<Record<string, number>> = {
  ok: 200,
  page: 200,
  created: 201,
  accepted: 202,
  noContent: 204,
};

/** What rules deeper in the house may answer besides (contract §2–4). */
export const MORE_REFUSALS: Readonly<Record<string, readonly number[]>> = {
  'auth-login': [401],
  'auth-verify-email': [409, 422],
  'auth-resend-verification': [409],
  'me-update': [429],
  'offers-accept': [409],
  'offers-checkout': [409],
  'offers-create': [409],
  'offers-list': [403],
  'offers-withdraw': [409],
  'operator-retry-job': [409],
  'testimonies-cancel': [409],
  'testimonies-complete': [409],
  'testimonies-download': [409],
  'testimonies-show': [403],
  'uploads-create': [401, 403],
  'webhooks-stripe': [400],
};

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request could not be read.',
  401: 'No valid token.',
  403: 'Not for this caller.',
  404: 'There is no such thing.',
  409: 'Not in this state.',
  413: 'The body is too large.',
  415: 'The body is of another type.',
  422: 'Fields are wrong.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  500: 'Our fault.',
  503: 'Something we need does not answer; `Retry-After` says when to come back.',
};

const message = { type: 'string' };
const errors = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } };

const problem = (status: number, description: string) => ({
  description,
  content: {
    'application/json': {
      schema:
        status === 422
          ? { type: 'object', required: ['message', 'errors'], properties: { message, errors } }
          : { type: 'object', required: ['message'], properties: { message } },
    },
  },
});

/** The shared answers, by status. */
export const PROBLEMS = Object.fromEntries(
  Object.entries(MEANINGS).map(([status, meaning]) => [status, problem(Number(status), meaning)]),
);

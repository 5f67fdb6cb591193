/** Prepared responses of the fake server that replaces the operators' API. */
import type { PreparedResponse } from './fake-operator-api.ts';

export const EXPERT_ID = '0198c0de-7a31-7c4e-9d52-3f6a1b2c4d5e';
export const JOB_ID = '0198c0df-11b2-7f00-8a4d-5e6f70819203';
export const TESTIMONY_ID = '0198c0e0-5c3a-7e11-9b2d-1a2b3c4d5e6f';
export const REFUND_ID = '0198c0e0-5c3a-7e11-9b2d-000000000007';
export const BASE = '/api/v1/operator';
export const NEXT_CURSOR = 'eyJpZCI6IjAxOTgifQ==';
/** Id that causes an error response in every request. */
export const REJECTED_ID = '0198c0de-0000-7000-8000-000000000001';

const EXPERT = {
  id: EXPERT_ID,
  firstName: 'Jana',
  lastName: 'Kováčová',
  email: 'jana.kovacova@znalci.example',
  registrationNumber: '914523',
  createdAt: '2026-03-01T08:15:30.123Z',
};
/** An expert whose long name contains characters that clear the screen and reverse the writing direction. */
const UNPRINTABLE_EXPERT = {
  ...EXPERT,
  firstName: `\u001b[2J\u202eMaximiliána\n${'Ž'.repeat(100)}\u009b31m`,
  email: `${'dlha.adresa.'.repeat(8)}@znalci.example`,
  registrationNumber: '9'.repeat(255),
};
export const PENDING_PAGE = createPage([EXPERT, UNPRINTABLE_EXPERT], NEXT_CURSOR);
const ACCOUNT = { ...EXPERT, role: 'expert', phone: '+421901234567' };
const UNPRINTABLE_ACCOUNT = { ...ACCOUNT, ...UNPRINTABLE_EXPERT };
const TESTIMONY = {
  id: TESTIMONY_ID,
  state: 'accepted',
  payment: { status: 'paid', amount: 100_000, refunded: 0 },
  held: 99_999.5,
};
const LEDGER_ENTRY = { kind: 'refund-ordered', amount: 0.5, from: 'expert', to: 'refund-in-transit' };
const REFUND_JOBS = Array.from({ length: 25 }, () => ({ id: JOB_ID, kind: 'refund', amount: 120 }));
const ACCOUNTING_LINE = {
  at: '2026-11-20T10:00:00.000Z',
  kind: 'payment',
  from: 'provider',
  to: 'expert',
  amount: 224.91,
  sourceId: 'pi_1',
  testimonyId: TESTIMONY_ID,
  clientId: EXPERT_ID,
  client: '=HYPERLINK("x"), Novák',
  expertId: EXPERT_ID,
  expert: 'Jana Kováčová',
  paymentId: 'pi_1',
  sessionId: 'cs_1',
  isFinal: true,
};
const FEE_LINE = {
  ...ACCOUNTING_LINE,
  kind: 'fee',
  from: 'fees',
  to: 'provider',
  amount: 4,
  sourceId: 'txn_1',
  client: null,
};

export const ROUTES: Readonly<Record<string, PreparedResponse>> = {
  [`GET ${BASE}/experts?state=pending`]: { body: PENDING_PAGE },
  [`GET ${BASE}/experts?state=pending&cursor=${encodeURIComponent(NEXT_CURSOR)}`]: {
    body: createPage([EXPERT]),
  },
  [`GET ${BASE}/experts/${EXPERT_ID}`]: { body: { data: { ...EXPERT, revision: '5c1f0a9b' } } },
  [`GET ${BASE}/experts/${EXPERT_ID}/documents`]: {
    body: { data: { front: { url: `https://scans.example/${'0'.repeat(120)}` }, back: null } },
  },
  [`GET ${BASE}/users?name=Nov%C3%A1k%20Peter`]: { body: createPage([ACCOUNT]) },
  [`GET ${BASE}/users?id=${EXPERT_ID}`]: { body: createPage([ACCOUNT]) },
  [`GET ${BASE}/users?id=${REJECTED_ID}`]: { body: createPage([UNPRINTABLE_ACCOUNT]) },
  [`GET ${BASE}/users?id=${JOB_ID}`]: { body: createPage([]) },
  [`POST ${BASE}/users/${EXPERT_ID}/lock`]: { body: { data: ACCOUNT } },
  [`GET ${BASE}/testimonies/${TESTIMONY_ID}`]: { body: { data: TESTIMONY } },
  [`POST ${BASE}/testimonies/${TESTIMONY_ID}/cancel`]: { body: { data: TESTIMONY } },
  [`POST ${BASE}/testimonies/${TESTIMONY_ID}/cancel?dryRun=true`]: {
    body: { data: { ...TESTIMONY, entries: [LEDGER_ENTRY] } },
  },
  [`POST ${BASE}/testimonies/${TESTIMONY_ID}/settle`]: { body: { data: TESTIMONY } },
  [`POST ${BASE}/testimonies/${TESTIMONY_ID}/refunds/${REFUND_ID}/end`]: { body: { data: TESTIMONY } },
  [`GET ${BASE}/money?list=decide`]: {
    body: createPage([
      { reason: 'payout-failed', amount: 5, refundId: null },
      { reason: 'refund-failed', amount: 224.91, testimonyId: TESTIMONY_ID, refundId: REFUND_ID },
    ]),
  },
  [`GET ${BASE}/jobs?state=dead`]: {
    body: createPage([...REFUND_JOBS.slice(10), { id: JOB_ID, kind: 'mail' }], NEXT_CURSOR),
  },
  [`GET ${BASE}/jobs?state=dead&cursor=${encodeURIComponent(NEXT_CURSOR)}`]: {
    body: createPage(REFUND_JOBS.slice(0, 10)),
  },
  [`POST ${BASE}/jobs/retry`]: { body: { data: { kind: 'refund', retried: 25 } } },
  [`GET ${BASE}/accounting?month=2026-11`]: { body: createPage([ACCOUNTING_LINE], NEXT_CURSOR) },
  [`GET ${BASE}/accounting?month=2026-11&cursor=${encodeURIComponent(NEXT_CURSOR)}`]: {
    body: createPage([FEE_LINE]),
  },
  [`POST ${BASE}/jobs/${REJECTED_ID}/retry`]: createErrorResponse(409, {
    message: 'Only dead jobs can be retried or dismissed.',
  }),
  [`PUT ${BASE}/experts/${REJECTED_ID}/approval`]: createErrorResponse(422, {
    message: 'Zadajte dôvod.',
    errors: { reason: ['Zadajte dôvod.'] },
  }),
  [`GET ${BASE}/experts/${REJECTED_ID}`]: { status: 502, body: '<h1>Bad gateway</h1>' },
  [`POST ${BASE}/users/${REJECTED_ID}/lock`]: { status: 503, body: { message: 'Service Unavailable' } },
  [`GET ${BASE}/experts?state=pending&cursor=greeting`]: { body: { greeting: 'hello' } },
};

export function createPage(data: readonly unknown[], next_cursor: string | null = null) {
  return { data, links: { next: next_cursor && `${BASE}?cursor=${next_cursor}` }, meta: { next_cursor } };
}

function createErrorResponse(status: number, body: object) {
  return { status, headers: { 'x-request-id': `r-${status}` }, body };
}

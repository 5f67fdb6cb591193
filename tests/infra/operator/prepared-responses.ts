/** Responses of the fake operators' API, and builders of experts, testimonies and jobs. */
import type {
  AccountStatus,
  Expert,
  FoundAccount,
  History,
  IdentityDocumentLinks,
  Job,
  MoneyDecision,
  OperatorTestimonyDetails,
  Statistics,
  TestimonyDocumentLinks,
  WaitingMoney,
} from '../../../infra/operator/columns.ts';
import type { PreparedResponse } from './fake-operator-api.ts';

export const EXPERT_ID = '0198c0de-7a31-7c4e-9d52-3f6a1b2c4d5e';
export const JOB_ID = '0198c0df-11b2-7f00-8a4d-5e6f70819203';
export const TESTIMONY_ID = '0198c0e0-5c3a-7e11-9b2d-1a2b3c4d5e6f';
export const DIFFERENCE_ID = '5c1f0a9b-e2d3-8c7f-8a6b-1d0e9f2c3b4a';
export const REFUND_ID = '0198c0e0-5c3a-7e11-9b2d-000000000007';
export const BASE = '/api/v1/operator';
const EXPERT_PATH = `${BASE}/experts/${EXPERT_ID}`;
export const NEXT_CURSOR = 'eyJpZCI6IjAxOTgifQ==';
export const REVISION = '5c1f0a9be2d34c7f8a6b1d0e9f2c3b4a';
/** Id that causes an error response in every request. */
export const REJECTED_ID = '0198c0de-0000-7000-8000-000000000001';

const AUDITED_EXPERT = expertBody({
  identityReview: 'rejected',
  identityReviewReason: 'Snímka je rozmazaná.',
  approved: false,
  revision: REVISION,
  approval: { paymentAccountVerified: true, granted: true, revoked: true },
  audit: [
    {
      id: '0198c0e1-0000-7000-8000-000000000002',
      who: 'arn:aws:sts::123456789012:assumed-role/testimony-operations/eva.horvathova@testimony.example',
      what: 'revoked',
      why: `Znalec požiadal o prerušenie činnosti.\n${'Písomne, listom doručeným dňa 2. 3. '.repeat(3)}`,
      when: '2026-03-02T09:00:59.000Z',
    },
    {
      id: '0198c0e1-0000-7000-8000-000000000001',
      who: 'arn:aws:iam::123456789012:user/eva',
      what: 'approved',
      why: null,
      when: '2026-03-01T09:00:00Z',
    },
  ],
});

const ACCOUNT_STATUS: AccountStatus = {
  id: EXPERT_ID,
  email: 'jana.kovacova@znalci.sk',
  emailVerified: true,
  role: 'expert',
  lockedAt: null,
};

const FOUND_ACCOUNT: FoundAccount = {
  ...ACCOUNT_STATUS,
  phone: '+421901234567',
  firstName: 'Jana',
  lastName: 'Kováčová',
  registrationNumber: '914523',
  businessId: null,
  createdAt: '2026-03-01T08:15:30.123Z',
  webhookEndpoints: [
    {
      id: '0198c0e2-0000-7000-8000-000000000001',
      url: 'https://partner.sk/webhooks?key=1',
      types: ['testimony.created'],
      state: 'unconfirmed',
      createdAt: '2026-03-01T08:20:30.123Z',
      disabledAt: null,
    },
  ],
};

const FOUND_CLIENT: FoundAccount = {
  ...FOUND_ACCOUNT,
  id: '0198c0de-0000-7000-8000-000000000002',
  role: 'client',
  emailVerified: false,
  phone: null,
  firstName: null,
  lastName: null,
  registrationNumber: null,
  lockedAt: '2026-03-02T09:00:59.000Z',
  webhookEndpoints: [],
};

const HISTORY: History = {
  audit: AUDITED_EXPERT.audit ?? [],
  mails: [
    {
      jobId: JOB_ID,
      mail: 'payout-sent',
      to: null,
      subject: null,
      at: '2026-03-02T09:00:59.000Z',
      state: 'waiting',
    },
    {
      jobId: null,
      mail: null,
      to: 'jana.kovacova@znalci.sk',
      subject: 'Overte svoju e-mailovú adresu',
      at: '2026-03-01T09:00:59.000Z',
      state: 'sent',
    },
  ],
};

const STATISTICS: Statistics = {
  month: '2026-11',
  registrations: { clients: 120, experts: 8 },
  testimonies: { pending: 3, offered: 10, accepted: 25, completed: 60, cancelled: 12 },
  money: {
    payments: 21_240.5,
    refunds: -1200,
    payouts: -15_300,
    disputes: -249.9,
    fees: -420.15,
    outside: -90.04,
    commission: 2124.05,
  },
  medianHours: { firstOffer: 5.5, acceptance: 26, delivery: null },
};

const COMPLAINT = {
  reason: 'Chýba príloha s fotografiami.',
  madeAt: '2026-03-09T08:15:00.000Z',
  endedAt: null,
  outcome: null,
  decision: null,
};

export const ROUTES: Readonly<Record<string, PreparedResponse>> = {
  [`GET ${BASE}/experts?state=pending`]: {
    body: pageBody([expertBody(), unprintableExpertBody()], NEXT_CURSOR),
  },
  [`GET ${BASE}/experts?state=pending&cursor=${encodeURIComponent(NEXT_CURSOR)}`]: {
    body: pageBody([expertBody({ firstName: null, lastName: null })]),
  },
  [`GET ${EXPERT_PATH}`]: { body: { data: AUDITED_EXPERT } },
  [`GET ${EXPERT_PATH}/documents`]: {
    body: { data: { front: scanLink('front'), back: null } satisfies IdentityDocumentLinks },
  },
  [`PUT ${EXPERT_PATH}/approval`]: { body: { data: expertBody({ approved: true, emailVerified: false }) } },
  [`PUT ${EXPERT_PATH}/identity-review`]: { body: { data: expertBody({ identityReview: 'accepted' }) } },
  [`GET ${BASE}/users?name=Nov%C3%A1k%20Peter`]: { body: pageBody([FOUND_ACCOUNT, FOUND_CLIENT]) },
  [`GET ${BASE}/users?phone=%2B421905123456`]: { body: pageBody([]) },
  [`GET ${BASE}/users?id=${EXPERT_ID}`]: { body: pageBody([FOUND_ACCOUNT]) },
  [`GET ${BASE}/users?id=${JOB_ID}`]: { body: pageBody([]) },
  [`GET ${BASE}/history?id=${EXPERT_ID}`]: { body: { data: HISTORY } },
  [`POST ${BASE}/users/${EXPERT_ID}/export`]: {
    body: {
      data: { account: FOUND_ACCOUNT, scans: null, tokens: [{ id: 't1' }], audit: [] },
      meta: { next_cursor: null },
    },
  },
  [`POST ${BASE}/jobs/${JOB_ID}/retry?resend=true`]: {
    body: { data: jobBody({ state: 'open', attempts: 0, failedAt: null }) },
  },
  [`POST ${BASE}/users/${EXPERT_ID}/lock`]: {
    body: { data: { ...ACCOUNT_STATUS, lockedAt: '2026-03-02T09:00:59.000Z' } },
  },
  [`GET ${BASE}/money?list=decide`]: {
    body: pageBody([
      waitingMoney(),
      waitingMoney({
        sessionId: 'cs_live_late',
        isLate: true,
        reason: 'refund-failed',
        until: null,
        refundId: REFUND_ID,
      }),
    ]),
  },
  [`POST ${BASE}/testimonies/${TESTIMONY_ID}/end-complaint`]: {
    body: { data: { ...testimonyBody({ state: 'completed', complaint: COMPLAINT }), entries: [] } },
  },
  [`GET ${BASE}/testimonies/${TESTIMONY_ID}`]: { body: { data: testimonyBody() } },
  [`GET ${BASE}/testimonies/${TESTIMONY_ID}/documents`]: {
    body: {
      data: {
        versions: [documentVersion('2026-03-01'), documentVersion('2026-03-04')],
      } satisfies TestimonyDocumentLinks,
    },
  },
  [`POST ${BASE}/testimonies/${TESTIMONY_ID}/cancel`]: { body: { data: cancelledBody() } },
  [`POST ${BASE}/testimonies/${TESTIMONY_ID}/settle`]: { body: { data: cancelledBody() } },
  [`POST ${BASE}/testimonies/${TESTIMONY_ID}/refunds/${REFUND_ID}/send`]: { body: { data: cancelledBody() } },
  [`POST ${BASE}/testimonies/${TESTIMONY_ID}/refunds/${REFUND_ID}/end`]: { body: { data: cancelledBody() } },
  [`POST ${BASE}/testimonies/${TESTIMONY_ID}/cancel?dryRun=true`]: { body: { data: cancelledBody() } },
  [`GET ${BASE}/jobs?state=dead`]: { body: pageBody([]) },
  [`GET ${BASE}/jobs?state=dead&limit=5&cursor=x`]: { body: pageBody([]) },
  [`GET ${BASE}/jobs?id=${JOB_ID}`]: {
    body: pageBody([
      jobBody({
        kind: 'refund',
        detail: null,
        testimonyId: TESTIMONY_ID,
        amount: 120,
        party: 'client',
        error: 'StripeInvalidRequestError: No such payment_intent',
      }),
    ]),
  },
  [`GET ${BASE}/money?list=differences`]: {
    body: pageBody([
      waitingMoney({ sessionId: null, reason: 'difference', until: null, difference: differenceBody() }),
    ]),
  },
  [`GET ${BASE}/statistics?month=2026-11`]: { body: { data: STATISTICS } },
  [`GET ${BASE}/accounting?month=2026-11`]: { body: pageBody([accountingLine()], NEXT_CURSOR) },
  [`GET ${BASE}/accounting?month=2026-11&cursor=${encodeURIComponent(NEXT_CURSOR)}`]: {
    body: pageBody([
      accountingLine({
        kind: 'fee',
        from: 'fees',
        to: 'provider',
        amount: 4,
        client: null,
        sourceId: 'txn_1',
      }),
    ]),
  },
  [`POST ${BASE}/jobs/retry`]: { body: { data: { kind: 'mail', retried: 17 } } },
  [`POST ${BASE}/jobs/${REJECTED_ID}/retry`]: errorResponse(409, {
    message: 'Only dead jobs can be retried or dismissed.',
  }),
  [`PUT ${BASE}/experts/${REJECTED_ID}/approval`]: errorResponse(422, {
    message: 'Zadajte dôvod.',
    errors: { reason: ['Zadajte dôvod.'] },
  }),
  [`GET ${BASE}/experts/${REJECTED_ID}`]: { status: 502, body: '<h1>Bad gateway</h1>' },
  [`GET ${BASE}/experts?state=pending&cursor=greeting`]: { body: { greeting: 'hello' } },
  [`PUT ${BASE}/experts/${REJECTED_ID}/identity-review`]: errorResponse(409, {
    message: 'This has changed since it was read. Please look again.',
  }),
};

function waitingMoney(change: Partial<WaitingMoney> = {}): WaitingMoney {
  return {
    testimonyId: TESTIMONY_ID,
    sessionId: 'cs_1',
    isLate: false,
    reason: 'payout-failed',
    amount: 224.91,
    since: '2026-03-04T08:15:00.000Z',
    until: '2026-05-30T08:15:00.000Z',
    refundId: null,
    difference: null,
    ...change,
  };
}

function differenceBody() {
  return {
    id: DIFFERENCE_ID,
    kind: 'payout',
    providerId: 'tr_1',
    providerAmount: -224.91,
    recordedAmount: null,
    testimonyId: TESTIMONY_ID,
    at: '2026-11-20T10:00:00.000Z',
    foundAt: '2026-11-21T03:00:00.000Z',
    dismissedAt: null,
  };
}

function accountingLine(change: object = {}) {
  return {
    at: '2026-11-20T10:00:00.000Z',
    kind: 'payment',
    from: 'provider',
    to: 'expert',
    amount: 224.91,
    testimonyId: TESTIMONY_ID,
    clientId: EXPERT_ID,
    client: '=HYPERLINK("x"), Novák',
    expertId: EXPERT_ID,
    expert: 'Jana Kováčová',
    sourceId: 'pi_1',
    paymentId: 'pi_1',
    sessionId: 'cs_1',
    isFinal: true,
    ...change,
  };
}

export function expertBody(change: Partial<Expert> = {}): Expert {
  return {
    id: EXPERT_ID,
    email: 'jana.kovacova@znalci.example',
    emailVerified: true,
    phone: '+421901234567',
    role: 'expert',
    firstName: 'Jana',
    lastName: 'Kováčová',
    registrationNumber: '914523',
    nationality: 'SK',
    dateOfBirth: { day: 29, month: 2, year: 1984 },
    regions: ['ba', 'tt'],
    billingAddress: {
      line1: 'Hlavná 1',
      line2: 'vchod B',
      city: 'Trnava',
      postalCode: '917 01',
      country: 'SK',
    },
    shippingAddress: null,
    newsletterSubscribed: false,
    secondFactor: false,
    notifyNewTestimonies: true,
    company: { businessId: null, taxId: '2020123456', vatId: 'SK2020123456' },
    bankAccount: { iban: 'SK3112000000198742637541' },
    approved: false,
    approvalRevoked: false,
    identityReview: 'pending',
    identityReviewReason: null,
    paymentAccount: 'none',
    createdAt: '2026-03-01T08:15:30.123Z',
    ...change,
  };
}

export function jobBody(change: Partial<Job> = {}): Job {
  return {
    id: JOB_ID,
    kind: 'mail',
    detail: 'payout-sent',
    state: 'dead',
    requestId: 'r-1',
    dueAt: null,
    attempts: 10,
    createdAt: '2026-03-01T08:15:30.123Z',
    failedAt: '2026-03-01T20:00:00.000Z',
    testimonyId: null,
    userId: null,
    amount: null,
    party: null,
    error: null,
    ...change,
  };
}

function cancelledBody(): MoneyDecision {
  const { ledger } = testimonyBody();
  return {
    ...testimonyBody({ state: 'cancelled', cancellationReason: 'Znalec posudok nedodal.' }),
    entries: ledger.slice(2),
  };
}

function testimonyBody(change: Partial<OperatorTestimonyDetails> = {}): OperatorTestimonyDetails {
  return {
    id: TESTIMONY_ID,
    state: 'accepted',
    clientId: '0198c0de-0000-7000-8000-000000000002',
    expertId: EXPERT_ID,
    acceptedAt: '2026-03-01T08:15:30.123Z',
    dueAt: '2026-03-15T08:15:30.123Z',
    cancellationReason: null,
    documentCheck: null,
    payment: {
      status: 'paid',
      refunded: 0,
      amount: 100_000,
      paidAt: '2026-03-01T08:15:30.123Z',
      refundedAt: null,
    },
    payout: {
      status: 'held',
      reason: null,
      paymentStatus: 'paid',
      until: null,
      amount: 90_000.5,
      commission: 9999.5,
      netAmount: 90_000.5,
      dueAt: null,
      sentAt: null,
    },
    riskLevel: 'normal',
    heldUntil: '2026-05-30T08:15:30.123Z',
    complaintUntil: null,
    confirmedAt: null,
    complaint: null,
    versions: [],
    ledger: [
      {
        kind: 'payment',
        sourceId: 'pi_3Pq',
        sessionId: 'cs_1',
        from: 'provider',
        to: 'expert',
        amount: 90_000.5,
        at: '2026-03-01T08:15:30.123Z',
        respondBy: null,
      },
      {
        kind: 'payment',
        sourceId: 'pi_3Pq',
        sessionId: 'cs_1',
        from: 'provider',
        to: 'deferred-commission',
        amount: 9999.5,
        at: '2026-03-01T08:15:30.123Z',
        respondBy: null,
      },
      {
        kind: 'refund',
        sourceId: 're_1Ab',
        sessionId: 'cs_1',
        from: 'unallocated',
        to: 'provider',
        amount: 0.5,
        at: '2026-03-02T08:15:30.123Z',
        respondBy: null,
      },
    ],
    balances: {
      provider: -99_999.5,
      expert: 90_000.5,
      deferredCommission: 9999.5,
      commission: 0,
      platformLoss: 0,
      fees: 0,
      unallocated: -0.5,
      refundInTransit: 0,
      dispute: 0,
      outside: 0,
    },
    held: 99_999.5,
    ...change,
  };
}

export function pageBody(data: readonly unknown[], next_cursor: string | null = null) {
  const path = 'https://api.testimony.example/api/v1/operator/experts';
  const links = { first: path, last: null, prev: null, next: next_cursor && `${path}?cursor=${next_cursor}` };
  return { data, links, meta: { path, per_page: 15, next_cursor, prev_cursor: null } };
}

/** Creates an expert whose long name contains characters that clear the screen and reverse the writing direction. */
export function unprintableExpertBody() {
  return expertBody({
    firstName: `\u001b[2J\u202eMaximiliána\n${'Ž'.repeat(100)}\u009b31m`,
    email: `${'dlha.adresa.'.repeat(8)}@znalci.example`,
    registrationNumber: '9'.repeat(255),
  });
}

function documentVersion(day: string) {
  return {
    deliveredAt: `${day}T09:00:00.000Z`,
    url: `https://documents.testimony.example/testimonies/${TESTIMONY_ID}/${day}.pdf?X-Amz-Expires=300`,
    fileName: `znalecky-posudok-${TESTIMONY_ID}.pdf`,
    expiresAt: '2026-03-04T10:05:00.000Z',
  };
}

function scanLink(side: string) {
  const url = `https://scans.s3.example/identity-documents/${side}?X-Amz-Signature=${'0'.repeat(120)}`;
  const check = { decodes: true, width: 240, height: 151, flag: 'small' } as const;
  return { url, expiresAt: '2026-03-02T09:05:00.000Z', check };
}

function errorResponse(status: number, body: object) {
  return { status, headers: { 'x-request-id': `r-${status}` }, body };
}

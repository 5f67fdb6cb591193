/** Testimonies as the API returns them, in the states that the tests of the next step and of the timeline use. */
import type { Client, Expert, Offer, Testimony } from '../../../../infra/client/runtime/index.ts';

export const NOW = new Date('2026-11-20T10:00:00.000Z');
export const CREATED_AT = '2026-11-01T08:00:00.000Z';
export const OFFERED_AT = '2026-11-02T08:00:00.000Z';
export const ACCEPTED_AT = '2026-11-03T08:00:00.000Z';
export const DELIVERED_AT = '2026-11-18T08:00:00.000Z';
export const COMPLAINT_UNTIL = '2026-11-21T08:00:00.000Z';
export const FUTURE_DUE = '2026-11-25T08:00:00.000Z';

const SHARED_USER = {
  email: 'osoba@example.sk',
  emailVerified: true,
  phone: null,
  firstName: null,
  lastName: null,
  billingAddress: null,
  shippingAddress: null,
  company: null,
  newsletterSubscribed: false,
  secondFactor: false,
  partner: null,
  createdAt: CREATED_AT,
};

export const CLIENT = {
  ...SHARED_USER,
  id: 'client',
  role: 'client',
  bankAccount: null,
} as Client;

export const EXPERT = {
  ...SHARED_USER,
  id: 'expert',
  role: 'expert',
  regions: ['ke'],
  bankAccount: { iban: 'SK' },
  nationality: 'SK',
  registrationNumber: '914 567',
  approved: true,
  approvalRevoked: false,
  identityReview: 'accepted',
  identityReviewReason: null,
  paymentAccount: 'verified',
  dateOfBirth: { day: 1, month: 1, year: 1980 },
} as Expert;

export const createOffer = (state: Offer['state'], id = 'offer'): Offer => ({
  id,
  testimonyId: 'testimony',
  price: 249.9,
  commission: null,
  netAmount: null,
  daysToComplete: 7,
  note: null,
  state,
  createdAt: OFFERED_AT,
  expert: { id: 'expert', firstName: 'Jana', lastName: 'Kováčová', registrationNumber: '914 567' },
});

/** Creates a pending testimony without offers, with some of its fields replaced. */
export const createTestimony = (fields: Partial<Testimony> = {}): Testimony => ({
  id: 'testimony',
  state: 'pending',
  purpose: 'mortgage',
  price: null,
  notes: null,
  expert: null,
  client: {
    id: 'client',
    firstName: null,
    lastName: null,
    email: null,
    phone: null,
    billingAddress: null,
    shippingAddress: null,
    company: null,
  },
  realEstate: {
    type: 'apartment',
    properties: { area: 72, rooms: 3 },
    region: 'ke',
    address: {
      line1: 'Mlynská 5',
      line2: null,
      city: 'Košice',
      postalCode: '040 01',
      parcelNumber: null,
      cadastralArea: null,
    },
    addressCoords: null,
    userCoords: null,
  },
  cancellationReason: null,
  acceptedOffer: null,
  offers: [],
  createdAt: CREATED_AT,
  acceptedAt: null,
  dueAt: null,
  completedAt: null,
  cancelledAt: null,
  documentCheck: null,
  payment: null,
  payout: null,
  complaintUntil: null,
  confirmedAt: null,
  complaint: null,
  versions: [],
  allowedActions: [],
  ...fields,
});

type Payment = NonNullable<Testimony['payment']>;
type Payout = NonNullable<Testimony['payout']>;
type Complaint = NonNullable<Testimony['complaint']>;

export const createPayment = (status: Payment['status'], refunded = 0): Payment => ({
  status,
  amount: 249.9,
  refunded,
  paidAt: ACCEPTED_AT,
  refundedAt: status === 'refunded' ? DELIVERED_AT : null,
});

export const createPayout = (
  status: Payout['status'],
  reason: Payout['reason'] = null,
  paymentStatus: Payout['paymentStatus'] = 'paid',
): Payout => ({
  status,
  reason,
  paymentStatus,
  amount: 224.91,
  commission: 24.99,
  netAmount: 224.91,
  dueAt: reason === 'not-due' ? COMPLAINT_UNTIL : null,
  until: reason === 'not-due' ? COMPLAINT_UNTIL : null,
  sentAt: status === 'sent' ? DELIVERED_AT : null,
});

export const createComplaint = (fields: Partial<Complaint> = {}): Complaint => ({
  reason: 'Chýba príloha.',
  madeAt: '2026-11-19T08:00:00.000Z',
  endedAt: null,
  outcome: null,
  decision: null,
  ...fields,
});

/** Fields of a testimony while the expert is working on it. */
export const ACCEPTED = {
  state: 'accepted',
  price: 249.9,
  acceptedAt: ACCEPTED_AT,
  dueAt: FUTURE_DUE,
  offers: [createOffer('accepted')],
  expert: createOffer('accepted').expert,
} satisfies Partial<Testimony>;

/** Fields of a delivered testimony. */
export const COMPLETED = {
  ...ACCEPTED,
  state: 'completed',
  completedAt: DELIVERED_AT,
  documentCheck: 'ok',
  versions: [{ deliveredAt: DELIVERED_AT }],
} satisfies Partial<Testimony>;

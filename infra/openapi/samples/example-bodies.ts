/**
 * Bodies of the example requests. When the variables have values, the requests succeed on a local stack that has just
 * started (infra/docs/api/conventions.md#description). Passwords are those of the test accounts.
 */
import { TEST_ACCOUNTS } from '../../local/test-accounts.ts';
import { DUMMY_TOKEN } from '../../local/turnstile.ts';

/** Body of an example request, with variables (`{{name}}`) in its texts. */
export interface ExampleBody {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, ExampleFile>>;
}

export interface ExampleFile {
  readonly name: string;
  readonly mediaType: string;
  /** Name of the variable for the file in TypeScript. */
  readonly variable: string;
  /** Name of the variable for the key of an upload, which can be sent in place of the file. */
  readonly keyVariable: string;
}

const { client } = TEST_ACCOUNTS;

const SCANS = {
  verificationDocumentFront: {
    name: 'front.jpg',
    mediaType: 'image/jpeg',
    variable: 'front',
    keyVariable: 'frontKey',
  },
  verificationDocumentBack: {
    name: 'back.png',
    mediaType: 'image/png',
    variable: 'back',
    keyVariable: 'backKey',
  },
} as const;

const REAL_ESTATE_ADDRESS = { line1: 'Mlynská 5', line2: 'byt 12', city: 'Košice', postalCode: '040 01' };
const ADDRESS = { ...REAL_ESTATE_ADDRESS, country: 'SK' };

/** Bodies by the id of their operation. */
const BODIES: Readonly<Record<string, ExampleBody>> = {
  registerExpert: {
    fields: {
      email: 'jana.{{unique}}@znalci.sk',
      phone: '+421901{{unique}}',
      password: 'Tajne heslo 1',
      passwordConfirmation: 'Tajne heslo 1',
      firstName: 'Jana',
      lastName: 'Kováčová',
      nationality: 'SK',
      dateOfBirth: { day: 29, month: 2, year: 1980 },
      billingAddress: { ...ADDRESS, line1: 'Hlavná 1', line2: '2. poschodie' },
      company: { businessId: '12345678', taxId: '2020123456', vatId: null },
      bankAccount: { iban: 'SK31 1200 0000 1987 4263 7541' },
      registrationNumber: '914567',
      regions: ['ke', 'po'],
      newsletterSubscribed: false,
      termsAgreed: true,
      turnstileToken: DUMMY_TOKEN,
    },
    files: SCANS,
  },
  registerClient: {
    fields: {
      email: 'eva.{{unique}}@klienti.sk',
      password: 'Tajne heslo 2',
      passwordConfirmation: 'Tajne heslo 2',
      firstName: 'Eva',
      lastName: 'Malá',
      termsAgreed: true,
      turnstileToken: DUMMY_TOKEN,
    },
  },
  login: { fields: { email: client.email, password: client.password } },
  resendVerification: { fields: { email: '{{email}}', turnstileToken: DUMMY_TOKEN } },
  sendPasswordReset: { fields: { email: client.email, turnstileToken: DUMMY_TOKEN } },
  resetPassword: {
    fields: {
      email: client.email,
      token: '{{resetToken}}',
      password: 'Skusobne heslo 3',
      passwordConfirmation: 'Skusobne heslo 3',
    },
  },
  updateMe: { fields: { firstName: 'Ivana', newsletterSubscribed: true } },
  closeMe: { fields: { currentPassword: client.password } },
  exportMe: { fields: { currentPassword: client.password } },
  setUpSecondFactor: { fields: { currentPassword: client.password } },
  confirmSecondFactor: { fields: { code: '{{code}}' } },
  removeSecondFactor: { fields: { currentPassword: client.password, code: '{{code}}' } },
  openPaymentAccount: { fields: { currentPassword: TEST_ACCOUNTS.expert.password } },
  resubmitIdentityDocuments: { fields: {}, files: SCANS },
  createUpload: { fields: { purpose: 'identity-document', contentType: 'image/jpeg', size: 4321 } },
  createTestimony: {
    fields: {
      purpose: 'mortgage',
      realEstate: {
        type: 'apartment',
        properties: { rooms: 3, area: 72 },
        region: 'ke',
        address: REAL_ESTATE_ADDRESS,
        addressCoords: { lat: 48.72, lng: 21.26 },
      },
      notes: 'Byt po rekonštrukcii.',
    },
  },
  cancelTestimony: { fields: { reason: 'Byt sa nepredáva.' } },
  createOffer: { fields: { price: 249.9, daysToComplete: 10, note: 'Obhliadka je možná aj v sobotu.' } },
  checkoutOffer: {
    fields: { phone: '+421905123456', firstName: 'Peter', lastName: 'Novák', billingAddress: ADDRESS },
  },
  acceptOffer: { fields: { sessionId: '{{sessionId}}' } },
  completeTestimony: {
    fields: {},
    files: {
      document: {
        name: 'posudok.pdf',
        mediaType: 'application/pdf',
        variable: 'document',
        keyVariable: 'documentKey',
      },
    },
  },
  complainTestimony: { fields: { reason: 'V posudku chýba príloha s fotografiami.' } },
  registerPartner: {
    fields: {
      name: 'Realitný portál',
      email: 'vyvoj@portal.sk',
      frontendUrl: 'https://test.portal.sk',
      turnstileToken: DUMMY_TOKEN,
    },
  },
  updatePartner: {
    fields: {
      frontendUrl: 'https://nove.portal.sk',
      webhook: { url: 'https://api.portal.sk/webhooks', types: ['testimony.accepted', 'offer.received'] },
    },
  },
  reviewIdentity: { fields: { decision: 'accepted' } },
  setPaymentAccount: { fields: { state: 'verified' } },
  makeOverdue: { fields: { days: 8 } },
  setPayoutDelay: { fields: { days: 3 } },
  setApproval: { fields: { approved: false } },
  refundTestimony: { fields: { amount: 50, from: 'both' } },
  endDispute: { fields: { outcome: 'won' } },
  endComplaint: { fields: { outcome: 'refund', amount: 50 } },
};

export const findExampleBody = (operationId: string): ExampleBody | undefined => BODIES[operationId];

/** Returns the body as JSON, with upload keys in place of files. */
export function toJsonBody({ fields, files = {} }: ExampleBody): Record<string, unknown> {
  const keys = Object.entries(files).map(([field, { keyVariable }]) => [field, `{{${keyVariable}}}`]);
  return { ...fields, ...Object.fromEntries(keys) };
}

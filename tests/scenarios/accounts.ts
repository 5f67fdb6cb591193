/** Scenarios of registration, login, credentials, uploads, the caller's account and the API reference. */
import { TEST_ACCOUNTS } from '../../infra/local/test-accounts.ts';
import { DUMMY_TOKEN } from '../../infra/local/turnstile.ts';
import { MAX_TOKENS } from '../../lib/domain/accounts/sign-in.ts';
import { DomainError } from '../../lib/domain/errors.ts';
import { approveExpert } from '../../lib/domain/experts/approval.ts';
import { createUnsubscribeLink } from '../../lib/domain/mails/unsubscribe.ts';
import type { Expert } from '../../lib/domain/model/accounts/account.ts';
import { HOUR } from '../../lib/durations.ts';
import { bcryptPasswordHasher } from '../../lib/platform/passwords.ts';
import { addTokens } from '../support/add-tokens.ts';
import { createPng, type Fields, PASSWORD, uniqueEmail, uniquePhone } from '../support/builders.ts';
import { saveAccount } from '../support/commit-changes.ts';
import { findResetToken, findVerificationPath } from '../support/find-mails.ts';
import { completeTestimony, createWaitingTestimony } from '../support/payouts.ts';
import { computeCode, switchOn } from '../support/second-factor.ts';
import { assertSuccess, type Market, type Person } from '../support/start-market.ts';
import type { Service } from '../support/start-service.ts';
import { uploadFile } from '../support/upload-file.ts';
import { defineScenario, type Scenario, type Situation } from './scenario.ts';

const { client: testClient, expert: testExpert } = TEST_ACCOUNTS;

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

export const REAL_ESTATE_ADDRESS = {
  line1: 'Mlynská 5',
  line2: 'byt 12',
  city: 'Košice',
  postalCode: '040 01',
};
export const ADDRESS = { ...REAL_ESTATE_ADDRESS, country: 'SK' };

const COMPANY = { businessId: '12345678', taxId: '2020123456', vatId: null };
const EXPERT = {
  email: 'jana.{{unique}}@znalci.sk',
  phone: '+421901{{unique}}',
  password: 'Tajne heslo 1',
  passwordConfirmation: 'Tajne heslo 1',
  firstName: 'Jana',
  lastName: 'Kováčová',
  nationality: 'SK',
  dateOfBirth: { day: 29, month: 2, year: 1980 },
  billingAddress: { ...ADDRESS, line1: 'Hlavná 1', line2: '2. poschodie' },
  company: COMPANY,
  bankAccount: { iban: 'SK31 1200 0000 1987 4263 7541' },
  registrationNumber: '914567',
  regions: ['ke', 'po'],
  newsletterSubscribed: false,
  termsAgreed: true,
  turnstileToken: DUMMY_TOKEN,
};

const WRONG_PASSWORD = { body: { currentPassword: 'Zlé heslo 9' } };

/** Registers the client whose address and password the samples contain, unless the client exists. */
async function createTestClient({ service }: Market) {
  const { email, password } = testClient;
  const registration = {
    email,
    password,
    passwordConfirmation: password,
    firstName: 'Peter',
    lastName: 'Novák',
  };
  const body = { ...registration, termsAgreed: true };
  const { status } = await service.post('/auth/register/client', body);
  if (status >= 500) throw new Error(`The test client was not registered: ${status}`);
  return {};
}

/** Changes the password of a person, by default to the password of the sample client. */
async function setPassword<Who extends Person>(
  person: Who,
  { service }: Market,
  password: string = testClient.password,
): Promise<Who> {
  const form = { currentPassword: PASSWORD, password, passwordConfirmation: password };
  assertSuccess(await service.put('/me', form, { token: person.token }));
  return person;
}

const createClient = async (market: Market) => ({
  client: await setPassword(await market.createClient(), market),
});

const createUnverifiedClient = async ({ service }: Market) => {
  const email = uniqueEmail('klienti.sk');
  const client = await service.registerClient({ email, firstName: 'Peter', lastName: 'Novák' });
  await service.runJobs();
  return { client, variables: { email } };
};

async function createResetToken(market: Market) {
  await createTestClient(market);
  await market.service.post('/auth/password/email', { email: testClient.email });
  await market.runJobs();
  return { variables: { resetToken: await findResetToken(testClient.email) } };
}

async function createVerificationLink(market: Market): Promise<Situation> {
  const { email } = (await createUnverifiedClient(market)).variables;
  const link = await findVerificationPath(email);
  const [, userId = '', hash = ''] = /verify\/([^/]+)\/([^?]+)/.exec(link) ?? [];
  return { variables: { userId, hash, ...Object.fromEntries(new URLSearchParams(link.split('?')[1])) } };
}

async function createDigestLink(market: Market): Promise<Situation> {
  const expert = await market.createExpert();
  const link = new URL(await createUnsubscribeLink(expert, market.service.deps));
  return { expert, variables: { signature: link.searchParams.get('signature') ?? '' } };
}

async function createFactorCode(market: Market): Promise<Situation> {
  const { client } = await createClient(market);
  const setUp = await client.post('/me/second-factor', { currentPassword: testClient.password });
  return {
    client,
    variables: { code: computeCode(assertSuccess(setUp).secret, market.service.deps.clock.now()) },
  };
}

/** Switches the second factor of a person on, and returns the password and a code that prove both factors. */
export async function createProof(
  service: Service,
  { token }: Pick<Person, 'token'>,
  currentPassword = PASSWORD,
) {
  const { recoveryCodes } = await switchOn(service, token, currentPassword);
  return { currentPassword, code: recoveryCodes[0] ?? '' };
}

async function createClientWithFactor(market: Market) {
  const { client } = await createClient(market);
  const { code } = await createProof(market.service, client, testClient.password);
  return { client, variables: { code } };
}

async function createLockedClient(market: Market) {
  const client = await market.createClient();
  assertSuccess(await client.post('/sandbox/me/lock'));
  return { client };
}

/** Finds a file that the page of the API reference loads. */
async function findAsset({ service }: Market) {
  const { body } = await service.get('/docs');
  const [, file = ''] = /(?:src|href)="(?:docs\/)?([\w.-]+\.(?:js|css))"/.exec(body) ?? [];
  return { variables: { file } };
}

/** Makes all commits fail, so that the function deletes the files that it has just received. */
export function failCommits({ deps }: Service): () => void {
  const { commit } = deps.unitOfWork;
  deps.unitOfWork.commit = () => Promise.reject(new DomainError('unavailable'));
  return () => {
    deps.unitOfWork.commit = commit;
  };
}

/** Creates a client who has paid for an offer and not accepted it, and one with an open payment page. */
export async function createPayers(market: Market) {
  const paid = await market.createOfferedTestimony();
  await paid.client.payOffer(paid.offer.id);
  const open = await market.createOfferedTestimony();
  assertSuccess(await open.client.startCheckout(open.offer.id));
  return [paid.client, open.client];
}

export const ACCOUNT_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'auth-register-expert': {
    body: EXPERT,
    files: SCANS,
    invalid: {
      body: {
        ...EXPERT,
        email: 'jana.znalci.sk',
        phone: '0901 234 567',
        regions: [],
        bankAccount: { iban: 'SK31 1200 0000 1987 4263 7540' },
      },
    },
    async calls({ service, send }) {
      await send({ hasKeys: true });
      failCommits(service);
      await send();
    },
  },
  'auth-register-client': {
    body: {
      email: 'eva.{{unique}}@klienti.sk',
      password: 'Tajne heslo 2',
      passwordConfirmation: 'Tajne heslo 2',
      firstName: 'Eva',
      lastName: 'Malá',
      termsAgreed: true,
      turnstileToken: DUMMY_TOKEN,
    },
    invalid: {
      body: { email: 'eva.klienti.sk', password: 'kratke', passwordConfirmation: 'ine', termsAgreed: false },
    },
    calls: ({ send }) => send({ body: { phone: uniquePhone(), company: COMPANY } }),
  },
  'auth-login': {
    prepare: createTestClient,
    body: { email: testClient.email, password: testClient.password },
    async calls({ service, market, record, send }) {
      // Because of a newer pepper, the login rehashes the password.
      const peppers = JSON.stringify({ 1: 'pepper of the tests', 2: 'a newer one' });
      service.deps.passwordHasher = bcryptPasswordHasher({ PASSWORD_HASH_COST: '4' }, async () => peppers);
      const { id, email, token } = await market.createClient();
      await send({ body: { email, password: PASSWORD } });
      await addTokens(service.deps, id, MAX_TOKENS);
      await send({ body: { email, password: PASSWORD } });
      for (let attempt = 0; attempt < 51; attempt++) {
        const source = `192.0.2.${attempt}`;
        const login = () =>
          service.post('/auth/login', { email, password: 'Zle heslo 1' }, { source, token });
        await (attempt < 50 ? login() : record(login));
      }
      service.deps.clock.advance(HOUR);
      const other = await market.createClient();
      const { code } = await createProof(service, other);
      await send({ body: { email: other.email, password: PASSWORD, code } });
    },
  },
  'auth-verify-email': {
    prepare: createVerificationLink,
    query: { expires: '{{expires}}', signature: '{{signature}}' },
    invalid: { query: { expires: 1, signature: 'x' } },
    calls: ({ send, situation }) => send({ situation, query: { signature: 'x' } }),
  },
  'digests-unsubscribe': {
    prepare: createDigestLink,
    query: { signature: '{{signature}}' },
    invalid: { query: { signature: 'x' } },
    calls: ({ send, situation }) => send({ situation, query: { signature: 'x' } }),
  },
  'auth-resend-verification': {
    prepare: createUnverifiedClient,
    body: { email: '{{email}}', turnstileToken: DUMMY_TOKEN },
  },
  'auth-send-password-reset': { body: { email: testClient.email, turnstileToken: DUMMY_TOKEN } },
  'auth-reset-password': {
    prepare: createResetToken,
    body: {
      email: testClient.email,
      token: '{{resetToken}}',
      password: 'Skusobne heslo 3',
      passwordConfirmation: 'Skusobne heslo 3',
    },
    async calls({ service, market, send }) {
      const client = await market.createClient();
      const email = uniqueEmail();
      const moved = { email, ...(await createProof(service, client)) };
      assertSuccess(await service.put('/me', moved, client));
      await service.post('/auth/password/email', { email });
      await service.runJobs();
      await send({ body: { email, token: await findResetToken(email) } });
    },
  },
  'me-update': {
    body: { firstName: 'Ivana', newsletterSubscribed: true },
    invalid: { body: { email: 'ivana.klienti.sk', phone: '0901' } },
    async calls({ service, market, send }) {
      const { token } = await service.registerExpert();
      const update = (body: Fields) => send({ token, body });
      await update({ email: uniqueEmail(), phone: uniquePhone(), currentPassword: PASSWORD });
      await update({ password: PASSWORD, passwordConfirmation: PASSWORD, currentPassword: PASSWORD });
      await update({ lastName: 'Nováková', registrationNumber: '914 568' });
      const client = await market.createClient();
      const proof = await createProof(service, client);
      await send({ situation: { client }, body: { email: uniqueEmail(), ...proof } });
    },
  },
  'me-close': {
    prepare: createClient,
    body: { currentPassword: testClient.password },
    invalid: WRONG_PASSWORD,
    async calls({ service, market, send }) {
      for (const { token } of await createPayers(market))
        await send({ token, body: { currentPassword: PASSWORD } });
      const expert = await market.createExpert();
      await send({ token: expert.token, body: await createProof(service, expert) });
    },
  },
  'me-export': {
    async prepare(market) {
      const sale = await createWaitingTestimony(market);
      return { client: await setPassword(sale.client, market) };
    },
    body: { currentPassword: testClient.password },
    invalid: WRONG_PASSWORD,
    async calls({ service, market, send, record }) {
      const sale = await market.createAssignedTestimony();
      await completeTestimony(sale);
      await record(() => sale.client.exportData());
      await record(() => sale.expert.exportData());
      const body = await createProof(service, sale.client);
      await send({ token: sale.client.token, body });
    },
  },
  'me-set-up-second-factor': {
    prepare: createClient,
    body: { currentPassword: testClient.password },
    invalid: WRONG_PASSWORD,
    calls: ({ send, situation }) => send({ situation }),
  },
  'me-confirm-second-factor': { prepare: createFactorCode, body: { code: '{{code}}' } },
  'me-remove-second-factor': {
    prepare: createClientWithFactor,
    body: { currentPassword: testClient.password, code: '{{code}}' },
    invalid: WRONG_PASSWORD,
  },
  'me-resubmit-identity-documents': {
    body: {},
    files: SCANS,
    async calls({ service, send, situation }) {
      await send({ situation, hasKeys: true });
      failCommits(service);
      await send({ situation });
    },
  },
  'me-open-payment-account': defineScenario({
    prepare: async market => ({
      expert: await setPassword(await market.createExpert(), market, testExpert.password),
    }),
    body: { currentPassword: testExpert.password },
    invalid: WRONG_PASSWORD,
    async calls({ service, send, situation }) {
      const { deps } = service;
      const { expert } = situation;
      const { url } = assertSuccess(await send({ situation }));
      await fetch(url, { method: 'POST', redirect: 'manual' });
      await send({ situation });
      const account = (await deps.accounts.find(expert.id)) as Expert;
      await saveAccount(deps, account, { ...account, paymentAccountId: 'acct_vanished' });
      await send({ situation });
      await send({ situation, body: await createProof(service, expert, testExpert.password) });
    },
  }),
  'me-list-events': { invalid: { query: { limit: 0 } }, prepare: createUnverifiedClient },
  'uploads-create': {
    body: { purpose: 'identity-document', contentType: 'image/jpeg', size: 4321 },
    async calls({ service, market, record }) {
      const { token } = await market.createExpert();
      await record(() => uploadFile(service, createPng(), 'identity-document', token));
    },
  },
  'docs-show-asset': { prepare: findAsset },
  'approvals-approve-expert': {
    async calls({ service, record }) {
      const { id } = await service.registerExpert();
      await record(() => approveExpert(id, service.deps));
    },
  },
  'sandbox-list-mails': { invalid: { query: { limit: 0 } }, prepare: createUnverifiedClient },
  'sandbox-unlock-account': { prepare: createLockedClient },
  'sandbox-review-identity': {
    body: { decision: 'accepted' },
    calls: async ({ service, send }) => send({ situation: { expert: await service.registerExpert() } }),
  },
  'sandbox-set-payment-account': { body: { state: 'verified' } },
  'sandbox-set-approval': { body: { approved: false } },
};

/** Tests of the data that remains in table and bucket after an account deletion (infra/docs/api/accounts.md). */

import { beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../../lib/domain/model/change.ts';
import { createTestimony } from '../../../lib/domain/testimonies/testimonies.ts';
import { commitDecision } from '../../../lib/domain/unit-of-work.ts';
import { HOUR, MINUTE } from '../../../lib/durations.ts';
import { expertFields, PASSWORD } from '../../support/builders.ts';
import { type AnyItem, listItems, listObjectKeys } from '../../support/inspect-store.ts';
import { asOperator } from '../../support/operators.ts';
import {
  loadMarketState,
  type Market,
  type MarketClient,
  type MarketExpert,
  startMarket,
} from '../../support/start-market.ts';
import type { TestDependencies } from '../../support/test-dependencies.ts';
import { documentBody, testimonyBodyWith } from '../../support/testimony-builders.ts';

const CLIENT = {
  phone: '+421905111333',
  firstName: 'Hortenzia',
  lastName: 'Mrkvičková',
  billingAddress: { line1: 'Slnečná 77', line2: 'byt 9', city: 'Snina', postalCode: '069 01', country: 'SK' },
};
const CLIENT_SECRETS = [CLIENT.phone, 'Hortenzia', 'Mrkvičková', 'Slnečná 77', 'byt 9', 'Snina', '069 01'];
const ADDRESS = {
  line1: 'Orechová 12',
  line2: 'prízemie',
  city: 'Košice',
  postalCode: '040 01',
  parcelNumber: '1234/5',
  cadastralArea: 'Staré Mesto',
};
/** Texts of a testimony that must be erased: real estate address, notes and coordinates. */
const TESTIMONY_SECRETS = [
  'Orechová 12',
  'prízemie',
  '1234/5',
  'Prosím o rýchle vybavenie.',
  '48.72',
  '21.26',
];

const EXPERT = {
  firstName: 'Kleofáš',
  lastName: 'Bystrický',
  registrationNumber: '777 123',
  dateOfBirth: { day: 23, month: 7, year: 1961 },
  bankAccount: { iban: 'SK31 1200 0000 1987 4263 7541' },
  billingAddress: {
    line1: 'Tichá 31',
    line2: 'zadný vchod',
    city: 'Medzev',
    postalCode: '044 25',
    country: 'SK',
  },
};
const EXPERT_NAME = ['Kleofáš', 'Bystrický', '777 123'];
const EXPERT_SECRETS = [
  'SK3112000000198742637541',
  '"year":1961',
  'Tichá 31',
  'zadný vchod',
  'Medzev',
  '044 25',
  '12345678',
  'Poznámka znalca',
  'Meno Kleofáš nesedí.',
];

const LATER_MS = 11 * MINUTE;

let market: Market;
let deps: TestDependencies;

beforeEach(async () => {
  market = await startMarket();
  ({ deps } = market.service);
});

const closeAccount = ({ token }: { token: string }) =>
  market.service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token });

async function closeAndErase(person: { token: string }): Promise<void> {
  expect(await closeAccount(person)).toMatchObject({ status: 204 });
  await market.runJobs();
  deps.clock.advance(LATER_MS);
  await market.runJobs();
}

/** Lists the key prefixes of all objects except journal entries and uploaded documents, which are deleted later. */
const listFilesLeft = async () =>
  (await listObjectKeys(deps))
    .filter(key => !/^(journal|incoming\/testimony-document)\//.test(key))
    .map(key => key.split('/')[0]);

/** Pattern of timestamps. The search ignores timestamps because the seconds may look like a latitude. */
const TIMES = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Finds the given texts in the table and returns each text with the kind of the item that contains the text. */
async function findSecrets(secrets: readonly string[]): Promise<string[]> {
  const items = await listItems(deps);
  return items.flatMap((item: AnyItem) =>
    secrets
      .filter(secret => JSON.stringify(item).replace(TIMES, '').includes(secret))
      .map(secret => `${item.pk.split('#')[0]} ${item.sk.split('#')[0]}: ${secret}`),
  );
}

interface Parties {
  readonly client: MarketClient;
  readonly expert: MarketExpert;
}

/** Creates a client with a completed testimony, a late payment, an abandoned checkout and an open testimony. */
const createClientWithHistory = () => loadMarketState(market, 'client with history', createClientHistory);

async function createClientHistory(market: Market): Promise<Parties> {
  const [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);
  await market.service.put('/me', CLIENT, { token: client.token });
  const postTestimony = async () => {
    const { id } = await client.createTestimony(testimonyBodyWith({ address: ADDRESS }));
    return { id, offer: await expert.createOffer(id) };
  };
  const completed = await postTestimony();
  await client.acceptOffer(await client.payOffer(completed.offer.id, CLIENT));
  await expert.post(`/testimonies/${completed.id}/complete`, documentBody());

  const late = await postTestimony();
  const sessionId = await client.payOffer(late.offer.id, CLIENT);
  await client.cancelTestimony(late.id, 'Hortenzia si to rozmyslela.');
  await client.acceptOffer(sessionId);
  const left = await postTestimony();
  await client.startCheckout(left.offer.id, CLIENT);
  await client.createTestimony();
  await market.runJobs();
  return { client, expert };
}

/**
 * Creates an expert with a completed testimony, a withdrawn and an open offer, and an approval revoked with a reason.
 */
const createExpertWithHistory = () => loadMarketState(market, 'expert with history', createExpertHistory);

async function createExpertHistory(market: Market): Promise<Parties> {
  const [client, expert] = await Promise.all([
    market.createClient(),
    market.createExpert({ ...EXPERT, regions: ['ke'] }),
  ]);
  await market.verifyPaymentAccount(expert);
  const note = { note: 'Poznámka znalca' };
  const { id } = await client.createTestimony();
  const offer = await expert.createOffer(id, note);
  await client.acceptOffer(await client.payOffer(offer.id));
  await expert.post(`/testimonies/${id}/complete`, documentBody());
  // The payout is sent before the revocation of the approval, because a revocation holds later payouts.
  await market.runJobs();
  const other = await client.createTestimony();
  await expert.withdrawOffer((await expert.createOffer(other.id, note)).id);
  await expert.createOffer((await client.createTestimony()).id, note);
  await market.service.put(
    `/operator/experts/${expert.id}/approval`,
    { approved: false, reason: 'Meno Kleofáš nesedí.' },
    { operator: 'arn:aws:iam::1:user/o' },
  );
  await market.service.put('/me/identity-documents', createScansForm(), { token: expert.token });
  await market.runJobs();
  return { client, expert };
}

function createScansForm(): FormData {
  const form = new FormData();
  const { verificationDocumentFront: front, verificationDocumentBack: back } = expertFields();
  form.append('verificationDocumentFront', front as Blob, 'f');
  form.append('verificationDocumentBack', back as Blob, 'b');
  return form;
}

it("closing a client's account erases all data except amounts, dates and the name on completed testimonies", async () => {
  const { client } = await createClientWithHistory();
  const before = await findSecrets([...CLIENT_SECRETS, ...TESTIMONY_SECRETS, client.email]);
  const money = (await listItems(deps, 'TESTIMONY#')).filter(({ sk }) => sk.startsWith('MONEY#'));

  await closeAndErase(client);

  expect(before.length).toBeGreaterThan(40);
  expect(before).toContainEqual(expect.stringMatching(/^MAIL /));
  expect(await findSecrets([...CLIENT_SECRETS, ...TESTIMONY_SECRETS, client.email])).toEqual([
    'TESTIMONY TESTIMONY: Hortenzia',
    'TESTIMONY TESTIMONY: Mrkvičková',
  ]);
  const left = await listItems(deps, 'TESTIMONY#');
  expect(left.filter(({ sk }) => sk.startsWith('MONEY#'))).toEqual(money);
  expect(left.filter(({ state }) => state === 'completed')).toMatchObject([
    {
      contact: { firstName: 'Hortenzia', lastName: 'Mrkvičková', email: null, phone: null },
      payment: { amount: 25_000 },
      completedAt: expect.any(String),
    },
  ]);
  expect(await listAccountItems(client.id)).toEqual([]);
});

it('an expert sees a completed testimony without the contact details of a client who closed the account', async () => {
  const { client, expert } = await createClientWithHistory();
  const completed = (await expert.get('/testimonies')).body.data.find(
    ({ state }: AnyItem) => state === 'completed',
  );

  await closeAndErase(client);

  expect(await expert.getTestimony(completed.id)).toEqual({
    ...completed,
    notes: null,
    client: {
      id: client.id,
      firstName: 'Hortenzia',
      lastName: 'Mrkvičková',
      email: null,
      phone: null,
      billingAddress: null,
      shippingAddress: null,
      company: null,
    },
    realEstate: {
      ...completed.realEstate,
      address: { ...completed.realEstate.address, line1: null, line2: null, parcelNumber: null },
      addressCoords: null,
      userCoords: null,
    },
  });
});

/** Lists the items of an account that are deleted when the account is closed. */
async function listAccountItems(id: string): Promise<AnyItem[]> {
  const partitions = ['USER', 'TOKEN', 'PARTY', 'REASON'].map(kind => listItems(deps, `${kind}#${id}`));
  return (await Promise.all(partitions)).flat();
}

it("closing an expert's account erases all data except amounts, dates and the identity on completed testimonies", async () => {
  const { client, expert } = await createExpertWithHistory();
  const secrets = [...EXPERT_NAME, ...EXPERT_SECRETS, expert.email];
  const before = await findSecrets(secrets);
  const scansBefore = (await listFilesLeft()).filter(prefix => prefix !== 'testimonies');

  await closeAndErase(expert);

  expect([before.length > 15, scansBefore.length]).toEqual([true, 2]);
  const retainedNames = EXPERT_NAME.flatMap(name => [
    `TESTIMONY OFFER: ${name}`,
    `TESTIMONY TESTIMONY: ${name}`,
  ]);
  expect((await findSecrets(secrets)).sort()).toEqual(retainedNames.sort());
  expect(await listFilesLeft()).toEqual(['testimonies']);
  expect(await listAccountItems(expert.id)).toEqual([]);
  expect(await deps.audit.list(expert.id)).toMatchObject([
    { what: 'revoked', why: null },
    { what: 'approved in sandbox', why: null },
  ]);
  const { data } = (await client.get('/testimonies')).body;
  expect(data.map(({ state, expert }: AnyItem) => [state, expert?.lastName])).toEqual([
    ['offered', undefined],
    ['offered', undefined],
    ['completed', 'Bystrický'],
  ]);
});

it("closing an expert's account deletes the dead mail jobs to the expert", async () => {
  const { expert } = await createExpertWithHistory();
  const jobs = ['password-changed', 'email-changed'].map(mail => ({
    id: deps.random.uuid(),
    attempts: 1,
    createdAt: deps.clock.now().toISOString(),
    task: { kind: 'mail', mail, userId: expert.id, to: expert.email } as const,
  }));
  for (const job of jobs) {
    await deps.jobs.add(job as never);
    await deps.jobs.moveToDeadLetter(job as never);
  }

  await closeAndErase(expert);

  expect(await findSecrets([expert.email])).toEqual([]);
  expect((await deps.jobs.health()).dead).toBe(0);
});

it('ten minutes after an account is closed, no item or file contains its addresses, except a reserved one', async () => {
  const client = await market.createClient();
  const { send } = deps.mailer;
  deps.mailer.send = () => Promise.reject(new Error('The mail service is out of reach.'));
  const [former, current] = [client.email, 'nova.adresa@znalci.sk'];
  await market.service.post('/auth/password/email', { email: former });
  const change = { email: current, currentPassword: PASSWORD };
  expect(await market.service.put('/me', change, { token: client.token })).toMatchObject({ status: 200 });
  await market.service.post('/auth/password/email', { email: current });
  for (const wait of [0, 60, 120, 300, 600, 1200, 72 * 3600]) {
    deps.clock.advance(wait * 1000);
    await market.runJobs(); // the mails fail, and are retried in half an hour
  }
  expect(await findSecrets([former, current])).not.toEqual([]);
  deps.mailer.send = send;

  expect(await closeAccount(client)).toMatchObject({ status: 204 });
  await market.runJobs();
  deps.clock.advance(10 * MINUTE - 1000);
  await market.runJobs();

  expect(await findSecrets([former, current])).toEqual([`EMAIL EMAIL: ${former}`]);
  expect((await listObjectKeys(deps)).filter(key => key.includes('@'))).toEqual([]);
  expect((await market.service.listMailsTo(current)).map(({ subject }) => subject)).toEqual([
    'Váš účet bol zrušený',
  ]);
});

describe('job that erases a closed account', () => {
  it('a dead erasure job completes on a retry even after another user registered the same e-mail address', async () => {
    const { expert } = await createExpertWithHistory();
    const { erase } = deps.objects;
    deps.objects.erase = () => Promise.reject(new Error('The bucket is out of reach.'));
    await closeAccount(expert);
    for (let attempt = 1; attempt < 12; attempt++) {
      deps.clock.advance(5 * HOUR);
      await market.runJobs();
    }
    expect((await deps.jobs.health()).dead).toBe(2);
    deps.objects.erase = erase;

    await closeAndErase(await market.service.registerClient({ email: expert.email }));
    for (const { id } of (await deps.jobs.listDead({})).items)
      await market.service.post(`/operator/jobs/${id}/retry`, {}, asOperator);
    await market.runJobs();

    expect(await findSecrets([...EXPERT_SECRETS, expert.email])).toEqual([]);
    expect(await listFilesLeft()).toEqual(['testimonies']);
  });

  const ERASURE_CHANGES = new Set<Change['kind'] | undefined>([
    'job-added',
    'testimony-changed',
    'offer-withdrawn',
  ]);

  /** Simulates a crash of the process at the nth write of the erasure. Returns a function that counts the writes. */
  function crashAtWrite(step: number): () => number {
    let steps = 0;
    const count = () => {
      if (++steps === step) throw new Error('the process died');
    };
    const { accountEraser, unitOfWork } = deps;
    for (const [name, erase] of Object.entries(accountEraser)) {
      if (name === 'listTestimonies') continue;
      Object.assign(accountEraser, {
        [name]: async (...args: unknown[]) => {
          count();
          return (erase as (...given: unknown[]) => unknown)(...args);
        },
      });
    }
    const { commit } = unitOfWork;
    unitOfWork.commit = async (changes, record) => {
      if (ERASURE_CHANGES.has(changes[0]?.kind)) count();
      return commit(changes, record);
    };
    return () => steps;
  }

  async function closeAndFinishErasure(person: { token: string }): Promise<void> {
    await closeAccount(person);
    for (let hour = 0; hour < 3; hour++) {
      await market.runJobs();
      deps.clock.advance(HOUR);
    }
    expect((await deps.jobs.health()).dead).toBe(0);
  }

  it.each([1, 2, 3, 5, 8, 13, 21])(
    'the erasure of an expert resumes after a crash at database write %i',
    async step => {
      const { expert } = await createExpertWithHistory();
      const steps = crashAtWrite(step);

      await closeAndFinishErasure(expert);

      expect(steps()).toBeGreaterThan(step);
      expect(await findSecrets([...EXPERT_SECRETS, expert.email])).toEqual([]);
      expect((await listFilesLeft()).filter(prefix => prefix !== 'testimonies')).toEqual([]);
    },
  );

  it.each([1, 2, 3, 5, 8, 13, 18])(
    'the erasure of a client resumes after a crash at database write %i',
    async step => {
      const { client } = await createClientWithHistory();
      const steps = crashAtWrite(step);

      await closeAndFinishErasure(client);

      expect(steps()).toBeGreaterThan(step);
      expect(await findSecrets([...CLIENT_SECRETS, ...TESTIMONY_SECRETS, client.email])).toEqual([
        'TESTIMONY TESTIMONY: Hortenzia',
        'TESTIMONY TESTIMONY: Mrkvičková',
      ]);
    },
  );

  it.each(['client', 'expert'] as const)(
    "an operator's cancellation reason is erased when the %s of the testimony closes the account",
    async who => {
      const sale = await market.createAssignedTestimony();
      const reason = 'Znalec Kleofáš neodpovedá klientke Hortenzii.';
      const path = `/operator/testimonies/${sale.testimony.id}/cancel`;
      await market.service.post(path, { reason }, asOperator);
      await market.runJobs();
      expect(await findSecrets([reason])).toHaveLength(2);

      await closeAndErase(sale[who]);

      expect(await findSecrets([reason])).toEqual([]);
    },
  );

  it("an operator's cancellation reason is kept when an expert with a lapsed offer closes the account", async () => {
    const sale = await market.createOfferedTestimony();
    const other = await market.createExpert();
    await other.createOffer(sale.testimony.id);
    await sale.client.acceptOffer(await sale.client.payOffer(sale.offer.id));
    const reason = 'Znalec neodpovedá.';
    const path = `/operator/testimonies/${sale.testimony.id}/cancel`;
    await market.service.post(path, { reason }, asOperator);
    await market.runJobs();

    await closeAndErase(other);

    expect(await findSecrets([reason])).toHaveLength(2);
  });

  it('a testimony that is created while the account is being closed is cancelled and anonymised', async () => {
    const client = await market.createClient();
    await market.service.put('/me', CLIENT, { token: client.token });
    const user = await deps.accounts.find(client.id);
    await closeAccount(client);
    await market.runJobs();
    if (user?.role !== 'client') throw new Error('there was no such client');
    const input = { purpose: 'mortgage', realEstate: REAL, notes: 'x' };
    const { id } = await commitDecision(() => createTestimony(user, input, deps), deps);

    deps.clock.advance(LATER_MS);
    await market.runJobs();

    expect(await findSecrets(CLIENT_SECRETS)).toEqual([]);
    expect(await deps.testimonies.find(id)).toMatchObject({ state: 'cancelled', notes: null });
  });
});

const REAL = {
  type: 'apartment',
  properties: { rooms: 3 },
  region: 'ke',
  addressCoords: null,
  userCoords: null,
  address: {
    line1: 'Dlhá 3',
    line2: null,
    city: 'Košice',
    postalCode: '040 01',
    parcelNumber: null,
    cadastralArea: null,
  },
};

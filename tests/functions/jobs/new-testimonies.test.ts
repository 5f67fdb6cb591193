/** Tests of the digests of new testimonies (infra/docs/api/mails.md#digest-of-new-testimonies). */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '../../../lib/durations.ts';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { findVerificationPath } from '../../support/find-mails.ts';
import { listItems } from '../../support/inspect-store.ts';
import { asOperator } from '../../support/operators.ts';
import {
  assertSuccess,
  type Market,
  type MarketClient,
  type MarketExpert,
  type Person,
  startMarket,
} from '../../support/start-market.ts';
import type { ReceivedMail } from '../../support/start-service.ts';
import { listMailsTo } from '../../support/start-service.ts';
import { offerBody, REAL_ESTATE, testimonyBody } from '../../support/testimony-builders.ts';

let market: Market;
let client: MarketClient;
let failsToSend = false;

beforeAll(async () => {
  market = await startMarket({}, ({ mailer }) => ({
    mailer: {
      ...mailer,
      async send(...mail) {
        if (failsToSend) throw new Error('the mail service does not respond');
        return mailer.send(...mail);
      },
    },
  }));
  client = await market.createClient();
});

const createIn = (region: string, change: object = {}) =>
  client.createTestimony({ realEstate: { ...REAL_ESTATE, region, ...change } });

/** Advances the clock to the time of the next digests, without running jobs. */
function toNextDigest(): void {
  const { clock } = market.service.deps;
  const now = clock.now().getTime();
  clock.advance((Math.floor(now / HOUR) + 1) * HOUR + 61_000 - now);
}

/** Runs the jobs that are due now, and those of the next digests. */
async function sendDigests(): Promise<void> {
  await market.runJobs();
  toNextDigest();
  await market.runJobs();
}

const isDigest = ({ subject }: ReceivedMail) => /^Nov(ý dopyt|é dopyty) vo/.test(subject);
const listDigests = async ({ email }: Pick<Person, 'email'>) =>
  (await listMailsTo(email)).filter(isDigest).map(({ subject, body }) => ({ subject, text: body.text }));
const readNumber = ({ id }: { id: string }) => id.slice(-8).toUpperCase();
const listNumbers = (digests: readonly { text: string }[]) =>
  digests.map(({ text }) => [...text.matchAll(/č\. (\w{8})/g)].map(([, number]) => number));
const listRegions = async ({ id }: Pick<Person, 'id'>) =>
  (await listItems(market.service.deps, 'REGION#')).filter(({ sk }) => sk === id).map(({ pk }) => pk);
const update = (person: Person, change: object) => market.service.put('/me', change, { token: person.token });

it('a digest lists the testimonies of the past hour in one mail to each expert of their region', async () => {
  const [expert, other] = await Promise.all([
    market.createExpert({ regions: ['ba'] }),
    market.createExpert({ regions: ['za'] }),
  ]);
  await market.runJobs();
  const first = await createIn('ba');
  const second = await createIn('ba', { type: 'land' });
  await market.runJobs();
  expect(await listDigests(expert)).toEqual([]);

  await sendDigests();
  await sendDigests();

  const [digest, ...more] = await listDigests(expert);
  expect(more).toEqual([]);
  expect(digest?.subject).toBe('Nové dopyty vo vašich krajoch');
  expect(digest?.text).toContain(`Bratislavský kraj: Pozemok, 72 m², č. ${readNumber(second)}`);
  expect(digest?.text).toContain(
    `Bratislavský kraj: Byt, 72 m², č. ${readNumber(first)}\nhttps://www.testimony.example/testimonies/${first.id}\n`,
  );
  const { city, line1 } = REAL_ESTATE.address;
  expect(digest?.text).not.toContain(city);
  expect(digest?.text).not.toContain(line1);
  expect(digest?.text).not.toContain(testimonyBody().notes);
  expect(await listDigests(other)).toEqual([]);
});

it('an expert of several regions receives the testimonies of all of them in one digest, sorted by region', async () => {
  const expert = await market.createExpert({ regions: ['bb', 'nr'] });
  const created = [await createIn('bb'), await createIn('nr')];

  await sendDigests();

  expect(listNumbers(await listDigests(expert))).toEqual([created.map(readNumber)]);
});

it('a digest omits cancelled testimonies and those for which the expert has made an offer', async () => {
  const expert = await market.createExpert({ regions: ['tn'] });
  await market.runJobs();
  const [cancelled, offered] = [await createIn('tn'), await createIn('tn')];
  await client.cancelTestimony(cancelled.id);
  assertSuccess(await expert.post(`/testimonies/${offered.id}/offers`, offerBody()));
  await sendDigests();
  expect(await listDigests(expert)).toEqual([]);

  const open = await createIn('tn');
  await sendDigests();
  expect(listNumbers(await listDigests(expert))).toEqual([[readNumber(open)]]);
});

it('digests are not sent to experts who may not make offers or have switched digests off', async () => {
  const register = () => market.createExpert({ regions: ['tt'] });
  const [revoked, locked, unverified] = await Promise.all([register(), register(), register()]);
  const [closed, unwilling] = await Promise.all([register(), register()]);
  await market.runJobs();
  await createIn('tt');
  await market.revokeApproval(revoked);
  const lock = `/operator/users/${locked.id}/lock`;
  assertSuccess(await market.service.post(lock, { reason: 'x' }, asOperator));
  await market.updateAccount(unverified, { emailVerified: false });
  const form = { currentPassword: PASSWORD };
  assertSuccess(await market.service.sendWithMethod('DELETE', '/me', form, { token: closed.token }));
  assertSuccess(await update(unwilling, { notifyNewTestimonies: false }));

  await sendDigests();

  for (const expert of [revoked, locked, unverified, closed, unwilling])
    expect(await listDigests(expert)).toEqual([]);
  for (const expert of [revoked, closed, unwilling]) expect(await listRegions(expert)).toEqual([]);

  assertSuccess(await update(unwilling, { notifyNewTestimonies: true }));
  await market.grantApproval(revoked);
  await market.runJobs();
  await createIn('tt');
  await sendDigests();

  for (const expert of [revoked, unwilling]) expect(await listDigests(expert)).toHaveLength(1);
});

it('the region lists of an expert change together with the regions of the account', async () => {
  const expert = await market.createExpert({ regions: ['ke', 'ba'] });
  await market.runJobs();
  expect(await listRegions(expert)).toEqual(['REGION#ba', 'REGION#ke']);

  assertSuccess(await update(expert, { regions: ['ke', 'za'] }));
  await market.runJobs();

  expect(await listRegions(expert)).toEqual(['REGION#ke', 'REGION#za']);
});

it('testimonies of a digest that could not be sent appear exactly once in later digests', async () => {
  const expert = await market.createExpert({ regions: ['ke'] });
  const first = await createIn('ke');
  failsToSend = true;
  await sendDigests();
  failsToSend = false;
  const second = await createIn('ke');
  await sendDigests();

  expect(
    listNumbers(await listDigests(expert))
      .flat()
      .sort(),
  ).toEqual([first, second].map(readNumber).sort());
});

it('testimonies of several hours without mail service appear in a single digest', async () => {
  const expert = await market.createExpert({ regions: ['nr'] });
  await market.runJobs();
  const created = [];
  for (let hour = 0; hour < 3; hour++) {
    created.push(await createIn('nr'));
    await market.runJobs();
    market.service.deps.clock.advance(HOUR);
    failsToSend = true;
    await market.runJobs();
    failsToSend = false;
  }

  await sendDigests();
  for (let retries = 0; retries < 10; retries++) await sendDigests();

  const [numbers, ...more] = listNumbers(await listDigests(expert));
  expect(more).toEqual([]);
  // The first digest of an expert covers a whole day, so it also lists testimonies of other tests.
  expect(numbers).toEqual(expect.arrayContaining(created.map(readNumber)));
});

it('several jobs send the digests of a region with many experts to all of them', async () => {
  const { deps } = market.service;
  const ids = Array.from({ length: 60 }, () => deps.random.uuid());
  for (const expertId of ids) {
    const change = { kind: 'region-lists-changed', expertId, market: undefined, version: undefined } as const;
    await deps.unitOfWork.commit([{ ...change, listed: ['bb'], unlisted: [] }]);
  }
  const jobsBefore = (await listItems(deps, 'JOB#')).filter(
    ({ task }) => task.kind === 'notify-region',
  ).length;
  await createIn('bb');
  await sendDigests();

  const jobs = await listItems(deps, 'JOB#');
  const mailed = jobs.filter(({ task }) => task.mail === 'new-testimonies').map(({ task }) => task.userId);
  expect(mailed.filter(id => ids.includes(id)).sort()).toEqual(ids);
  const pages = jobs.filter(({ task }) => task.kind === 'notify-region').length - jobsBefore;
  expect(pages).toBe(3);
});

describe('testimonies of a client without a verified address', () => {
  const body = { ...testimonyBody(), realEstate: { ...REAL_ESTATE, region: 'tt' } };
  let expert: MarketExpert;
  let email: string;
  let token: string;
  const create = async () => (await market.service.post('/testimonies', body, { token })).body.data;
  const verify = async () => {
    await market.runJobs();
    expect(await market.service.get(await findVerificationPath(email))).toMatchObject({ status: 204 });
  };
  const listAnnounced = async () => listNumbers(await listDigests(expert));

  beforeEach(async () => {
    expert = await market.createExpert({ regions: ['tt', 'za'] });
    await market.runJobs();
    await createIn('tt');
    await sendDigests();
    email = uniqueEmail();
    ({ token } = await market.service.registerClient({ email }));
  });

  it('testimonies of an unverified client appear in the digest of the period in which the address is verified', async () => {
    const created = [await create(), await create()];
    await sendDigests();
    assertSuccess(await market.service.post('/auth/email/verify/resend', { email }));
    await verify();
    const known = await createIn('tt');
    await sendDigests();
    await sendDigests();

    const [, ...digests] = await listAnnounced();
    expect(digests).toEqual([[known, ...created.toReversed()].map(readNumber)]);
  });

  it('testimonies appear in one digest when the address is verified between a period and the digest of the period', async () => {
    const created = await create();
    await market.runJobs();
    toNextDigest();
    market.service.deps.clock.advance(-50_000);
    await verify();
    await sendDigests();
    await sendDigests();

    expect((await listAnnounced()).flat().filter(number => number === readNumber(created))).toHaveLength(1);
  });

  it('testimonies are not announced again when the client verifies another address', async () => {
    const created = await create();
    await verify();
    await sendDigests();
    email = uniqueEmail();
    assertSuccess(await market.service.put('/me', { email, currentPassword: PASSWORD }, { token }));
    await verify();
    await sendDigests();

    expect((await listAnnounced()).flat().filter(number => number === readNumber(created))).toHaveLength(1);
  });

  it('testimonies are announced after an operator has restored a verified address', async () => {
    await verify();
    const verified = email;
    email = uniqueEmail();
    const change = { email, currentPassword: PASSWORD };
    assertSuccess(await market.service.put('/me', change, { token }));
    const created = await create();
    await sendDigests();
    const path = `/operator/users/${token.slice(0, 36)}/restore-email`;
    assertSuccess(await market.service.post(path, { email: verified, reason: 'x' }, asOperator));
    await sendDigests();

    expect((await listAnnounced()).at(-1)).toEqual([readNumber(created)]);
  });
});

/**
 * Drill of the restore runbook (infra/docs/restore.md): the table from the day before replaces the current table, while
 * bucket and payment provider have newer data.
 */
import { beforeAll, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../lib/durations.ts';
import { PASSWORD } from '../../support/builders.ts';
import { listItems, listObjectKeys } from '../../support/inspect-store.ts';
import { asOperator } from '../../support/operators.ts';
import {
  type AssignedTestimony,
  completeTestimony,
  getPayout,
  listTransfers,
} from '../../support/payouts.ts';
import { buildPdf } from '../../support/pdf-files.ts';
import { listDifferences, reconcile } from '../../support/reconciliation.ts';
import {
  assertSuccess,
  type Market,
  type MarketClient,
  type MarketExpert,
  startMarket,
} from '../../support/start-market.ts';
import { listMailsTo } from '../../support/start-service.ts';
import { type Backup, backUp, listOrphans, replay, restore } from './restored-table.ts';

const ERASURE_MS = 11 * MINUTE;
const NEW_PASSWORD = 'Nové heslo 2';
const ERASED = { firstName: 'Hortenzia', lastName: 'Mrkvičková', registrationNumber: '777 123' };

const decide = ({ service }: Market, { id }: { id: string }, path: string, body: object) =>
  service.put(`/operator/experts/${id}/${path}`, body, asOperator);
const changeLock = ({ service }: Market, { id }: { id: string }, action = 'lock') =>
  service.post(`/operator/users/${id}/${action}`, { reason: 'Dôvod.' }, asOperator);
const logIn = async ({ service }: Market, email: string, password: string) =>
  (await service.post('/auth/login', { email, password })).status;
const getProfileStatus = async ({ service }: Market, token: string) =>
  (await service.get('/me', { token })).status;

async function reviewIdentity(market: Market, expert: { id: string }, decision: string) {
  const { body } = await market.service.get(`/operator/experts/${expert.id}`, asOperator);
  const { revision } = body.data;
  assertSuccess(await decide(market, expert, 'identity-review', { decision, revision, reason: 'Dôvod.' }));
}

async function runAll(market: Market): Promise<void> {
  await market.runJobs();
  market.service.deps.clock.advance(ERASURE_MS);
  await market.runJobs();
}

/** Accounts and testimonies that changed between the backup and the restore. */
interface RestoreSituation {
  readonly before: Market;
  readonly backup: Backup;
  readonly closed: MarketExpert;
  readonly revoked: MarketExpert;
  readonly rejected: MarketExpert;
  readonly locked: MarketClient;
  readonly unlocked: MarketClient;
  readonly newPassword: MarketClient;
  readonly loggedOut: MarketClient;
  /** Testimony that was paid before the backup, and delivered and paid out after it. */
  readonly delivered: AssignedTestimony;
  /** Testimony whose payment page was opened before the backup, and paid after it. */
  readonly paidLater: { readonly testimonyId: string; readonly client: MarketClient };
  /** Testimony whose payment and transfer the backup does not contain. */
  readonly unknownPayment: AssignedTestimony;
}

async function createSituation(): Promise<RestoreSituation> {
  const before = await startMarket();
  const [closed, revoked, rejected] = await Promise.all([
    before.createExpert(ERASED),
    before.createExpert(),
    before.createExpert(),
  ]);
  const [locked, unlocked, newPassword, loggedOut] = await Promise.all([
    before.createClient(),
    before.createClient(),
    before.createClient(),
    before.createClient(),
  ]);
  const delivered = await before.createAssignedTestimony();
  await before.verifyPaymentAccount(delivered.expert);
  const later = await before.createOfferedTestimony();
  const { url } = assertSuccess(await later.client.startCheckout(later.offer.id));
  assertSuccess(await changeLock(before, unlocked));
  await before.runJobs();
  const backup = await backUp(before);

  await fetch(url, { method: 'POST', redirect: 'manual' });
  const { service } = before;
  const close = { currentPassword: PASSWORD };
  expect(await service.sendWithMethod('DELETE', '/me', close, { token: closed.token })).toMatchObject({
    status: 204,
  });
  assertSuccess(await decide(before, revoked, 'approval', { approved: false, reason: 'Dôvod.' }));
  await reviewIdentity(before, rejected, 'rejected');
  assertSuccess(await changeLock(before, locked));
  assertSuccess(await changeLock(before, unlocked, 'unlock'));
  const change = { password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD, currentPassword: PASSWORD };
  assertSuccess(await service.put('/me', change, { token: newPassword.token }));
  await service.post('/auth/logout', {}, { token: loggedOut.token });
  await completeTestimony(delivered);
  const unknownPayment = await before.createAssignedTestimony();
  await runAll(before);
  expect(await getPayout(delivered)).toMatchObject({ status: 'sent' });
  return {
    before,
    backup,
    closed,
    revoked,
    rejected,
    locked,
    unlocked,
    newPassword,
    loggedOut,
    delivered,
    paidLater: { testimonyId: later.testimony.id, client: later.client },
    unknownPayment,
  };
}

let situation: RestoreSituation;
let market: Market;
let mailsBefore: number;
let replayed: Awaited<ReturnType<typeof replay>>;
beforeAll(async () => {
  situation = await createSituation();
  mailsBefore = (await listMailsTo(situation.closed.email)).length;
  // The runbook requires a time after the last token of the former table was issued, so that no former token is valid.
  const TOKENS_VALID_FROM = new Date(Date.now() + 1).toISOString();
  market = await restore(situation.before, situation.backup, { TOKENS_VALID_FROM });
  replayed = await replay(market, situation.backup.at);
  await runAll(market);
}, 120_000);

it('after the replay, neither the restored table nor the bucket contains data of a closed account', async () => {
  const { closed } = situation;
  const stored = JSON.stringify(await listItems(market.service.deps));

  // Until finished jobs expire, they contain ids, but no names, addresses or numbers.
  for (const secret of [closed.email, ERASED.firstName, ERASED.lastName, ERASED.registrationNumber])
    expect(stored).not.toContain(secret);
  expect((await listObjectKeys(market.service.deps)).filter(key => key.includes(closed.id))).toEqual([]);
  expect(await market.service.deps.accounts.find(closed.id)).toBeUndefined();
  expect(await logIn(market, closed.email, PASSWORD)).toBe(401);
  expect(await listMailsTo(closed.email)).toHaveLength(mailsBefore);
});

it('the replay repeats the decisions of operators in the restored table', async () => {
  const { revoked, rejected, locked, unlocked } = situation;
  const show = async ({ id }: { id: string }) =>
    (await market.service.get(`/operator/experts/${id}`, asOperator)).body.data;

  expect(await show(revoked)).toMatchObject({ approved: false, approval: { revoked: true } });
  expect(await show(rejected)).toMatchObject({ identityReview: 'rejected' });
  expect((await show(revoked)).audit[0]).toMatchObject({ what: 'revoked', who: 'journal' });
  expect(await logIn(market, locked.email, PASSWORD)).toBe(403);
  expect(await logIn(market, unlocked.email, PASSWORD)).toBe(200);
});

it('only tokens from logins after the restore are valid in the restored table', async () => {
  const { loggedOut, revoked } = situation;

  expect(await getProfileStatus(market, loggedOut.token)).toBe(401);
  expect(await getProfileStatus(market, revoked.token)).toBe(401);
  const token = await market.service.signIn(loggedOut.email);
  expect(await getProfileStatus(market, token)).toBe(200);
  const tokens = (await market.service.get('/me/tokens', { token })).body.data;
  expect(tokens).toHaveLength(1);
});

it('after a restore, a user whose password changed after the backup must reset the password by mail', async () => {
  const { newPassword } = situation;

  expect(await logIn(market, newPassword.email, PASSWORD)).toBe(401);
  expect(await logIn(market, newPassword.email, NEW_PASSWORD)).toBe(401);
  await market.service.post('/auth/password/email', { email: newPassword.email });
  await market.runJobs();
  expect((await listMailsTo(newPassword.email)).at(-1)?.subject).toContain('hesl');
});

it('the replay prints each applied entry and leaves nothing for an operator to do', () => {
  expect(replayed.isDone).toBe(true);
  expect(replayed.lines.join('\n')).toMatch(
    new RegExp(`account closed {2}${situation.closed.id} {2}applied`),
  );
  expect(replayed.lines.at(-1)).toBe('Applied: 6. Contained already: 1. For an operator: 0.');
});

it('a second replay leaves the restored table unchanged', async () => {
  const before = await listItems(market.service.deps, 'USER#');

  const { lines } = await replay(market, situation.backup.at);

  expect(lines).toEqual(['Applied: 0. Contained already: 7. For an operator: 0.']);
  expect(await listItems(market.service.deps, 'USER#')).toEqual(before);
});

it('reconciliation after a restore records money of known checkouts and lists unknown payments', async () => {
  const { paidLater, unknownPayment, delivered } = situation;
  const { service } = market;
  service.deps.clock.advance(HOUR);
  await market.runJobs();

  expect(await service.deps.testimonies.find(paidLater.testimonyId)).toMatchObject({ state: 'accepted' });
  await reconcile(market);
  const differences = await listDifferences(market);
  expect(differences).toMatchObject([{ kind: 'payment', recordedAmount: null, providerAmount: 250 }]);
  // The reconciliation has recorded the payout that was missing in the restored table.
  expect(await service.deps.testimonies.find(delivered.testimony.id)).toMatchObject({
    payout: { status: 'sent' },
  });
  expect(await service.deps.testimonies.find(unknownPayment.testimony.id)).toBeUndefined();
});

it('an expert who delivers the document again after the restore is not paid twice', async () => {
  const { delivered } = situation;
  const { service } = market;
  const token = await service.signIn(delivered.expert.email);
  const form = new FormData();
  form.append('document', new Blob([buildPdf()], { type: 'application/pdf' }), 'x.pdf');

  assertSuccess(await service.post(`/testimonies/${delivered.testimony.id}/complete`, form, { token }));
  await market.runJobs();

  expect(await listTransfers(market, delivered)).toHaveLength(1);
  expect(await service.deps.testimonies.find(delivered.testimony.id)).toMatchObject({
    payout: { status: 'sent' },
  });
  await reconcile(market);
  expect((await listDifferences(market)).map(({ kind }: { kind: string }) => kind)).toEqual(['payment']);
});

it('the orphan list contains the files of records that the restored table lacks', async () => {
  market.service.deps.clock.advance(2 * HOUR);

  const { lines, isDone } = await listOrphans(market);

  expect(isDone).toBe(false);
  const document = lines.filter(line =>
    line.startsWith(`no owner   testimonies/${situation.delivered.testimony.id}/`),
  );
  expect(document).toHaveLength(1);
  const { id } = situation.unknownPayment.expert;
  expect(lines.filter(line => line.startsWith(`no owner   identity-documents/${id}/`))).toHaveLength(2);
  expect(lines.filter(line => line.startsWith('no object'))).toEqual([]);

  await listOrphans(market, true);
  const keys = await listObjectKeys(market.service.deps);
  expect(keys.filter(key => key.startsWith(`identity-documents/${id}/`))).toEqual([]);
  expect(keys.filter(key => key.startsWith(`testimonies/${situation.delivered.testimony.id}/`))).toHaveLength(
    2,
  );
});

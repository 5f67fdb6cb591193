/** Tests of concurrent acceptances: one offer is accepted, other payments are refunded (infra/docs/api/payments.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../support/assert-ledgers.ts';
import { countSubject } from '../../support/find-mails.ts';
import { type Market, startMarket } from '../../support/start-market.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const ACCEPTED = 'Vaša ponuka bola prijatá';
const REFUNDED = 'Vrátili sme vám platbu';

const shuffle = <T>(all: readonly T[]) =>
  all
    .map(each => [Math.random(), each] as const)
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each);

type OfferedTestimony = Awaited<ReturnType<Market['createOfferedTestimony']>>;

it('three concurrent payments for one testimony lead to one accepted offer and two refunds', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony({ price: 100 });
  const rivals = await Promise.all([market.createExpert(), market.createExpert()]);
  const offers = [
    offer,
    await rivals[0].createOffer(testimony.id),
    await rivals[1].createOffer(testimony.id),
  ];
  const sessions = await Promise.all(offers.map(({ id }) => client.payOffer(id)));
  const providerSessions = await Promise.all(sessions.map(market.getSession));

  const responses = await Promise.all(
    shuffle([
      ...sessions.flatMap(session => Array.from({ length: 8 }, () => () => client.acceptOffer(session))),
      ...providerSessions.flatMap(session => [
        () => market.sendProviderEvent(session),
        () => market.sendProviderEvent(session),
      ]),
    ]).map(send => send()),
  );

  expect(responses).toHaveLength(30);
  expect(responses.filter(({ status }) => ![204, 409].includes(status))).toEqual([]);
  const books = await assertLedgersMatch(market);
  const won = sessions.filter(session => books.accepted.includes(session));
  expect(won).toHaveLength(1);
  expect(books.refunded).toEqual(expect.arrayContaining(sessions.filter(session => !won.includes(session))));
  const { acceptedOffer, offers: seen } = await client.getTestimony(testimony.id);
  expect(seen.map(({ state }: { state: string }) => state).sort()).toEqual(['accepted', 'lapsed', 'lapsed']);
  expect(offers.map(({ id }) => id).indexOf(acceptedOffer.id)).toBe(sessions.indexOf(won[0] ?? ''));
  expect(await countSubject(REFUNDED, client.email)).toBe(2);
  const mails = await Promise.all([expert, ...rivals].map(({ email }) => countSubject(ACCEPTED, email)));
  expect(mails.sort()).toEqual([0, 0, 1]);
});

it.each<[string, number, (sale: OfferedTestimony) => Promise<unknown>]>([
  ['offer accepted', 204, async () => {}],
  ['payment refunded', 409, ({ client, testimony }) => client.cancelTestimony(testimony.id)],
])(
  "the browser gets the payment's outcome when a provider event settles the payment first (%s: %i)",
  async (_, status, before) => {
    let meanwhile = async () => {};
    const own = await startMarket({}, ({ payments }) => ({
      payments: {
        ...payments,
        async findSession(id) {
          const session = await payments.findSession(id);
          const run = meanwhile;
          meanwhile = async () => {};
          await run();
          return session;
        },
      },
    }));
    const sale = await own.createOfferedTestimony();
    const sessionId = await sale.client.payOffer(sale.offer.id);
    const session = await own.getSession(sessionId);
    await before(sale);
    meanwhile = async () => void (await own.sendProviderEvent(session));

    expect(await sale.client.acceptOffer(sessionId)).toMatchObject({ status });
    await assertLedgersMatch(own);
  },
);

it('an acceptance of an offer and a concurrent cancellation of the testimony never both succeed', async () => {
  const outcomes = await Promise.all(
    [0, 1, 2, 3].map(async at => {
      const { client, expert, testimony, offer } = await market.createOfferedTestimony();
      const sessionId = await client.payOffer(offer.id);
      const session = await market.getSession(sessionId);
      const requests = [
        () => client.cancelTestimony(testimony.id),
        () => (at % 2 ? client.acceptOffer(sessionId) : market.sendProviderEvent(session)),
      ];
      if (at > 1) requests.reverse();
      const responses = await Promise.all(requests.map(send => send()));
      const cancellation = responses[at > 1 ? 1 : 0]?.status;
      return { client, expert, testimony, sessionId, cancellation };
    }),
  );

  const books = await assertLedgersMatch(market);
  for (const { client, expert, testimony, sessionId, cancellation } of outcomes) {
    const { state } = await client.getTestimony(testimony.id);
    const isAccepted = state === 'accepted';
    expect([state, cancellation]).toEqual(isAccepted ? ['accepted', 409] : ['cancelled', 200]);
    expect(books[isAccepted ? 'accepted' : 'refunded']).toContain(sessionId);
    expect(await countSubject(ACCEPTED, expert.email)).toBe(isAccepted ? 1 : 0);
    expect(await countSubject(REFUNDED, client.email)).toBe(isAccepted ? 0 : 1);
  }
});

it('a cancellation is mailed only to experts whose concurrent offers were created', async () => {
  const client = await market.createClient();
  const testimony = await client.createTestimony();
  const experts = await Promise.all(Array.from({ length: 6 }, () => market.createExpert()));

  const [cancelled, ...made] = await Promise.all([
    client.cancelTestimony(testimony.id),
    ...experts.map(({ post }) =>
      post(`/testimonies/${testimony.id}/offers`, { price: 5, daysToComplete: 1 }),
    ),
  ]);
  await market.runJobs();

  expect(cancelled.status).toBe(200);
  for (const [at, { status }] of made.entries()) {
    expect([201, 409]).toContain(status);
    expect(await countSubject('Posudok bol zrušený', experts[at]?.email ?? '')).toBe(status === 201 ? 1 : 0);
  }
});

describe('change between the read and the write of an acceptance', () => {
  const meanwhile: Record<string, (sale: OfferedTestimony, other: Market) => Promise<unknown>> = {
    "the expert's approval is revoked": ({ expert }, other) => other.revokeApproval(expert),
    'the identity review is rejected': ({ expert }, other) =>
      other.updateAccount(expert, { identityReview: 'rejected' }),
    'the testimony is cancelled': ({ client, testimony }) => client.cancelTestimony(testimony.id),
    'the offer is withdrawn': ({ expert, offer }) => expert.withdrawOffer(offer.id),
  };
  it.each(Object.entries(meanwhile))(
    'a payment is refunded when a change during the acceptance makes the offer unavailable (%s)',
    async (_, happens) => {
      const { other, sale, sessionId } = await createPaymentWithConcurrentChange(happens);

      expect(await sale.client.acceptOffer(sessionId)).toMatchObject({ status: 409 });
      expect((await assertLedgersMatch(other)).refunded).toEqual([sessionId]);
    },
  );

  it("an offer is accepted although the expert's identity review restarts during the acceptance", async () => {
    const { other, sale, sessionId } = await createPaymentWithConcurrentChange(({ expert }, on) =>
      on.updateAccount(expert, { firstName: 'Eva', identityReview: 'pending' }),
    );

    expect(await sale.client.acceptOffer(sessionId)).toMatchObject({ status: 204 });
    expect((await assertLedgersMatch(other)).accepted).toEqual([sessionId]);
    expect((await sale.client.getTestimony(sale.testimony.id)).expert).toEqual(sale.offer.expert);
  });
});

/** Creates a paid checkout session. Before the next read of an account returns, `happens` runs. */
async function createPaymentWithConcurrentChange(
  happens: (sale: OfferedTestimony, other: Market) => Promise<unknown>,
) {
  let happening: (() => Promise<unknown>) | undefined;
  const other = await startMarket({}, ({ accounts }) => ({
    accounts: {
      ...accounts,
      async find(id) {
        const found = await accounts.find(id);
        const action = happening;
        happening = undefined;
        await action?.();
        return found;
      },
    },
  }));
  const sale = await other.createOfferedTestimony();
  const sessionId = await sale.client.payOffer(sale.offer.id);
  happening = () => happens(sale, other);
  return { other, sale, sessionId };
}

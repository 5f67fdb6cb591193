/** Scenarios for testimonies, offers and payments. */
import { DomainError } from '../../../lib/domain/errors.ts';
import { asOperator } from '../../support/operators.ts';
import type { Market } from '../../support/start-market.ts';
import { documentBody, offerBody, PDF, testimonyBody } from '../../support/testimony-builders.ts';
import { uploadFile } from '../../support/upload-file.ts';
import type { RecordCalls, Scenario } from './record-calls.ts';

type OfferedTestimony = Awaited<ReturnType<Market['createOfferedTestimony']>>;

/** Advances the clock by two hours, so that the next request also records the use of the caller's token. */
function advanceClock({ service }: Market, record: RecordCalls): RecordCalls {
  service.deps.clock.advance(2 * 3600_000);
  return record;
}

/** Creates a scenario about a testimony with an open or an accepted offer. */
const withTestimony =
  (
    sale: 'createOfferedTestimony' | 'createAssignedTestimony',
    run: (sale: OfferedTestimony, record: RecordCalls, market: Market) => Promise<unknown>,
  ): Scenario =>
  async (_, record, market) =>
    run(await market[sale](), advanceClock(market, record), market);

/** Creates a scenario about a delivered testimony whose payout waits for three days. */
const withWaitingPayout = (
  run: (sale: OfferedTestimony, record: RecordCalls, market: Market) => Promise<unknown>,
): Scenario =>
  withTestimony('createAssignedTestimony', async (sale, record, market) => {
    const { client, expert, testimony } = sale;
    await client.post(`/sandbox/testimonies/${testimony.id}/payout-delay`, { days: 3 });
    await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
    await run(sale, record, market);
  });

/** Cancels a testimony between the payment and the acceptance of its offer, which creates a refund job. */
export async function cancelDuringPayment(market: Market): Promise<void> {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await client.cancelTestimony(testimony.id);
  await client.acceptOffer(sessionId);
}

/** Creates a paid checkout session that nobody has reported and whose payment is refunded. */
export async function createLatePayment(market: Market) {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await client.cancelTestimony(testimony.id);
  return { client, sessionId };
}

export const MARKET_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'testimonies-create': async (_, record, market) => {
    const client = await market.createClient();
    await advanceClock(market, record)(() => client.postIdempotent('/testimonies', testimonyBody()));
  },
  'testimonies-list': withTestimony('createOfferedTestimony', async ({ client, expert }, record) => {
    await record(() => client.get('/testimonies'));
    await record(() => expert.get('/testimonies'));
  }),
  'testimonies-list-offerable': withTestimony('createOfferedTestimony', async ({ expert }, record) => {
    await record(() => expert.get('/testimonies/offerable'));
  }),
  'testimonies-show': withTestimony(
    'createOfferedTestimony',
    async ({ client, expert, testimony }, record) => {
      await record(() => client.getTestimony(testimony.id));
      await record(() => expert.getTestimony(testimony.id));
    },
  ),
  'testimonies-cancel': withTestimony('createOfferedTestimony', async ({ client, testimony }, record) => {
    await record(() => client.postIdempotent(`/testimonies/${testimony.id}/cancel`, {}));
  }),
  'testimonies-complete': withTestimony(
    'createAssignedTestimony',
    async ({ expert, testimony }, record, { service }) => {
      const complete = (document: FormData) =>
        expert.postIdempotent(`/testimonies/${testimony.id}/complete`, document);
      const { commit } = service.deps.unitOfWork;
      service.deps.unitOfWork.commit = () => Promise.reject(new DomainError('unavailable'));
      await record(() => complete(documentBody()));

      service.deps.unitOfWork.commit = commit;
      const pdf = new Blob([PDF], { type: 'application/pdf' });
      const byKey = new FormData();
      byKey.append('document', await uploadFile(service, pdf, 'testimony-document', expert.token));
      await record(() => complete(byKey));
    },
  ),
  'testimonies-confirm': withWaitingPayout(async ({ client, testimony }, record) => {
    await record(() => client.postIdempotent(`/testimonies/${testimony.id}/confirm`, {}));
  }),
  'testimonies-complain': withWaitingPayout(async ({ client, testimony }, record) => {
    const path = `/testimonies/${testimony.id}/complaint`;
    await record(() => client.postIdempotent(path, { reason: 'Chýba príloha.' }));
  }),
  'operator-end-complaint': withWaitingPayout(async ({ client, testimony }, record, { service }) => {
    await client.complainAboutTestimony(testimony.id);
    const decision = { outcome: 'pay-out', reason: 'Posudok je úplný.' };
    await record(() =>
      service.post(`/operator/testimonies/${testimony.id}/end-complaint`, decision, asOperator),
    );
  }),
  'sandbox-set-payout-delay': withTestimony(
    'createAssignedTestimony',
    async ({ client, expert, testimony }, record) => {
      const path = `/sandbox/testimonies/${testimony.id}/payout-delay`;
      await record(() => client.post(path, { days: 3 }));
      await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
      await record(() => expert.post(path, { days: 0 }));
    },
  ),
  'sandbox-make-overdue': withTestimony(
    'createAssignedTestimony',
    async ({ client, testimony }, record, market) => {
      await record(() => client.post(`/sandbox/testimonies/${testimony.id}/overdue`));
      const { expert, testimony: other } = await market.createAssignedTestimony();
      await record(() => expert.post(`/sandbox/testimonies/${other.id}/overdue`));
    },
  ),
  'testimonies-download': withTestimony(
    'createAssignedTestimony',
    async ({ client, expert, testimony }, record) => {
      await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
      await record(() => client.get(`/testimonies/${testimony.id}/download`));
    },
  ),
  'offers-create': async (_, record, market) => {
    const [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);
    const { id } = await client.createTestimony();
    await advanceClock(market, record)(() => expert.postIdempotent(`/testimonies/${id}/offers`, offerBody()));
  },
  'offers-list': withTestimony('createOfferedTestimony', async ({ client, expert, testimony }, record) => {
    await record(() => client.get(`/testimonies/${testimony.id}/offers`));
    await record(() => expert.get(`/testimonies/${testimony.id}/offers`));
  }),
  'offers-withdraw': withTestimony('createOfferedTestimony', async ({ expert, offer }, record) => {
    await record(() => expert.withdrawOffer(offer.id));
  }),
  'offers-checkout': withTestimony('createOfferedTestimony', async ({ client, offer }, record) => {
    await record(() => client.startCheckout(offer.id));
    await record(() => client.payOffer(offer.id));
    await record(() => client.startCheckout(offer.id));
  }),
  'offers-accept': withTestimony('createOfferedTestimony', async ({ client, offer }, record, market) => {
    const sessionId = await client.payOffer(offer.id);
    await advanceClock(market, record)(() => client.acceptOffer(sessionId));
    market.service.deps.clock.advance(-2 * 3600_000);
    const late = await createLatePayment(market);
    await record(() => late.client.acceptOffer(late.sessionId));
  }),
};

/** Tests of POST /api/v1/sandbox/testimonies/{id}/cancel (infra/docs/api/sandbox.md). */
import { beforeAll, expect, it } from 'vitest';
import { UNAUTHORIZED, WRONG_STATE } from '../../support/error-responses.ts';
import { findMailText } from '../../support/find-mails.ts';
import { expectedAuditEntry } from '../../support/operators.ts';
import { createWaitingTestimony } from '../../support/payouts.ts';
import { type Market, type Person, startMarket } from '../../support/start-market.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const cancel = ({ post }: Person, testimonyId: string) => post(`/sandbox/testimonies/${testimonyId}/cancel`);

it.each(['client', 'expert'] as const)(
  'the sandbox cancels a paid testimony for the %s as an operator does',
  async who => {
    const sale = await market.createAssignedTestimony();
    const { id } = sale.testimony;

    expect(await cancel(sale[who], id)).toMatchObject({
      status: 200,
      body: { data: { state: 'cancelled', cancellationReason: 'Skúška v sandboxe.' } },
    });
    await market.runJobs();

    expect((await sale.client.getTestimony(id)).payment.status).toBe('refunded');
    expect(await findMailText(sale.expert.email, 'Znalecký posudok sme zrušili')).toContain(
      'Skúška v sandboxe.',
    );
    expect(await market.service.deps.audit.list(id)).toMatchObject([
      { ...expectedAuditEntry('testimony cancelled', 'Skúška v sandboxe.'), who: 'sandbox' },
    ]);
  },
);

it('the sandbox returns 409 when it cancels an offered, a completed or a cancelled testimony', async () => {
  const [offered, completed, cancelled] = [
    await market.createOfferedTestimony(),
    await createWaitingTestimony(market),
    await market.createAssignedTestimony(),
  ];
  await cancel(cancelled.client, cancelled.testimony.id);

  for (const { client, testimony } of [offered, completed, cancelled])
    expect(await cancel(client, testimony.id)).toMatchObject(WRONG_STATE);
});

it('cancelling in the sandbox returns 403 to everyone but the client and the assigned expert', async () => {
  const { client, testimony } = await market.createAssignedTestimony();

  for (const person of [await market.createClient(), await market.createExpert()])
    expect(await cancel(person, testimony.id)).toMatchObject(UNAUTHORIZED);
  expect((await client.getTestimony(testimony.id)).state).toBe('accepted');
});

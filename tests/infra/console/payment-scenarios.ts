/** Scenarios that show the pages of a testimony in each state of its payment and its payout, to both parties. */
import type { Page } from 'playwright-core';
import type { Stack } from '../local/start-stack.ts';
import type { PageScenario } from './page-scenarios.ts';
import { createPerson, sessionOf } from './registered-users.ts';
import {
  chooseOutcome,
  complain,
  createDeliveredSale,
  createPaidSale,
  createSale,
  decide,
  deliver,
  type Sale,
  waitForPayment,
  waitForPayout,
  waitForRefund,
} from './sales.ts';

/** A document that passes the check of its first bytes only. */
export const UNREADABLE_PDF = Buffer.from('%PDF-1.7\nThe rest of the document is missing.\n');
const COMPLAINT = 'Chýba príloha s fotografiami a výmera bytu nesúhlasí s listom vlastníctva.';
const DECISION = 'Príloha podľa zadania nebola potrebná a výmera je správna.';

const openDialog = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

export async function createPaymentScenarios(stack: Stack): Promise<PageScenario[]> {
  const [client, expert] = await Promise.all([createPerson(stack, 'client'), createPerson(stack, 'expert')]);
  const parties = { client, expert };

  /** Creates the scenarios of both parties' pages of a sale. */
  const bothPages = (name: string, { path }: Sale): PageScenario[] => [
    { name: `${name}-client`, path, user: client },
    { name: `${name}-expert`, path, user: expert },
  ];
  const creators: (() => Promise<PageScenario[]>)[] = [
    async () => {
      const sale = await createSale(parties);
      await chooseOutcome(sale, 'delayed');
      await waitForPayment(sale, 'processing');
      const returnPath = `/payment/success?sessionId=${sessionOf(sale.paymentPage)}`;
      return [
        ...bothPages('payment-processing', sale),
        { name: 'payment-processing-returned', path: returnPath, user: client },
        { name: 'payment-processing-checkout', path: `${sale.path}/checkout/${sale.offerId}`, user: client },
      ];
    },
    async () => {
      const sale = await createSale(parties);
      await client.api.cancelTestimony({ path: { id: sale.id }, body: { reason: 'Predávam inak.' } });
      await chooseOutcome(sale, 'pay');
      const path = `/payment/success?sessionId=${sessionOf(sale.paymentPage)}`;
      return [{ name: 'payment-late', path, user: client }];
    },
    async () => {
      const sale = await createPaidSale(parties);
      await chooseOutcome(sale, 'dispute');
      await waitForPayment(sale, 'disputed');
      return bothPages('work-paused', sale);
    },
    async () => {
      const sale = await createPaidSale(parties);
      await client.api.makeOverdue({ path: { id: sale.id }, body: { days: 8 } });
      const { path } = sale;
      return [
        ...bothPages('long-overdue', sale),
        { name: 'cancelling-overdue', path, user: client, prepare: openDialog('Zrušiť posudok') },
      ];
    },
    async () => {
      const sale = await createPaidSale(parties);
      await client.api.makeOverdue({ path: { id: sale.id }, body: { days: 8 } });
      await client.api.cancelTestimony({ path: { id: sale.id }, body: { reason: 'Znalec sa neozýva.' } });
      await waitForPayment(sale, 'refunded');
      return bothPages('cancelled-overdue', sale);
    },
    async () => {
      const sale = await createPaidSale(parties);
      await decide(stack, sale, 'refund', { amount: 50, from: 'expert', reason: 'Menší rozsah posudku.' });
      await waitForRefund(sale, 50);
      return bothPages('partly-refunded', sale);
    },
    async () => {
      const sale = await createPaidSale(parties);
      await chooseOutcome(sale, 'refunds-wait');
      await decide(stack, sale, 'cancel', { reason: 'Znalec ochorel.' });
      await waitForPayment(sale, 'refunding');
      return bothPages('refunding', sale);
    },
    async () => {
      const sale = await createDeliveredSale(parties);
      const { path } = sale;
      return [
        ...bothPages('delivered', sale),
        { name: 'complaining', path, user: client, prepare: openDialog('Reklamovať posudok') },
      ];
    },
    async () => {
      const sale = await createDeliveredSale(parties);
      await client.api.confirmTestimony({ path: { id: sale.id } });
      await waitForPayout(sale, 'owed');
      return bothPages('confirmed', sale);
    },
    async () => {
      const sale = await createDeliveredSale(parties);
      await complain(sale, COMPLAINT);
      return bothPages('complaint', sale);
    },
    async () => {
      const sale = await createDeliveredSale(parties);
      await complain(sale, COMPLAINT);
      await deliver(sale);
      return bothPages('corrected', sale);
    },
    async () => {
      const sale = await createDeliveredSale(parties);
      await complain(sale, COMPLAINT);
      await decide(stack, sale, 'end-complaint', { outcome: 'pay-out', reason: DECISION });
      await waitForPayout(sale, 'owed');
      return bothPages('complaint-rejected', sale);
    },
    async () => {
      const sale = await createDeliveredSale(parties);
      await complain(sale, COMPLAINT);
      await decide(stack, sale, 'end-complaint', {
        outcome: 'refund',
        amount: 100,
        reason: 'Príloha chýba.',
      });
      await waitForRefund(sale, 100);
      return bothPages('complaint-accepted', sale);
    },
    async () => {
      const sale = await createDeliveredSale(parties);
      await complain(sale, COMPLAINT);
      await decide(stack, sale, 'end-complaint', { outcome: 'refund', reason: 'Posudok je nepoužiteľný.' });
      await waitForPayment(sale, 'refunded');
      return bothPages('refunded', sale);
    },
    async () => bothPages('unreadable', await createDeliveredSale(parties, UNREADABLE_PDF)),
    async () => {
      const sale = await createDeliveredSale(parties);
      await chooseOutcome(sale, 'dispute');
      await waitForPayment(sale, 'disputed');
      return bothPages('delivered-disputed', sale);
    },
  ];
  // One after another, because payments of the same people in parallel would conflict with each other.
  const scenarios: PageScenario[] = [];
  for (const create of creators) scenarios.push(...(await create()));
  return scenarios;
}

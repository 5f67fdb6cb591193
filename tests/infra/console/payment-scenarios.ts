/** Scenarios that show the pages of a testimony in each state of its payment and its payout, to both parties. */
import type { Page } from 'playwright-core';
import type { StackAddresses } from '../local/start-stack.ts';
import type { PageScenario } from './page-scenarios.ts';
import { createPerson } from './registered-users.ts';
import {
  chooseOutcome,
  complain,
  createDeliveredSale,
  createPaidSale,
  decide,
  deliver,
  type Parties,
  type Sale,
  waitForPayment,
  waitForPayout,
  waitForRefund,
} from './sales.ts';

/** A document that passes only the check of its first bytes. */
const UNREADABLE_PDF = Buffer.from('%PDF-1.7\nThe rest of the document is missing.\n');
const COMPLAINT = 'Chýba príloha s fotografiami a výmera bytu nesúhlasí s listom vlastníctva.';
const DECISION = 'Príloha podľa zadania nebola potrebná a výmera je správna.';

const openDialog = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

/** Number of clients and experts who create the sales. */
const PAIRS = 2;

/** Creates the scenarios that show a sale to both parties. */
const createPartyPages = (name: string, { path, client, expert }: Sale): PageScenario[] => [
  { name: `${name}-client`, path, user: client },
  { name: `${name}-expert`, path, user: expert },
];

/** Functions that bring a new sale of a client and an expert into a state and return the scenarios of that state. */
const PAYMENT_STATES: readonly ((parties: Parties, stack: StackAddresses) => Promise<PageScenario[]>)[] = [
  async parties => {
    const sale = await createPaidSale(parties);
    await chooseOutcome(sale, 'dispute');
    await waitForPayment(sale, 'disputed');
    return createPartyPages('work-paused', sale);
  },
  async parties => {
    const sale = await createPaidSale(parties);
    await sale.client.api.makeOverdue({ path: { id: sale.id }, body: { days: 8 } });
    const { path } = sale;
    return [
      ...createPartyPages('long-overdue', sale),
      { name: 'cancelling-overdue', path, user: sale.client, prepare: openDialog('Zrušiť posudok') },
    ];
  },
  async parties => {
    const sale = await createPaidSale(parties);
    await sale.client.api.makeOverdue({ path: { id: sale.id }, body: { days: 8 } });
    await sale.client.api.cancelTestimony({ path: { id: sale.id }, body: { reason: 'Znalec sa neozýva.' } });
    await waitForPayment(sale, 'refunded');
    return createPartyPages('cancelled-overdue', sale);
  },
  async (parties, stack) => {
    const sale = await createPaidSale(parties);
    await decide(stack, sale, 'refund', { amount: 50, from: 'expert', reason: 'Menší rozsah posudku.' });
    await waitForRefund(sale, 50);
    return createPartyPages('partly-refunded', sale);
  },
  async (parties, stack) => {
    const sale = await createPaidSale(parties);
    await chooseOutcome(sale, 'refunds-wait');
    await decide(stack, sale, 'cancel', { reason: 'Znalec ochorel.' });
    await waitForPayment(sale, 'refunding');
    return createPartyPages('refunding', sale);
  },
  async parties => {
    const sale = await createDeliveredSale(parties);
    const { path } = sale;
    return [
      ...createPartyPages('delivered', sale),
      { name: 'complaining', path, user: sale.client, prepare: openDialog('Reklamovať posudok') },
    ];
  },
  async parties => {
    const sale = await createDeliveredSale(parties);
    await sale.client.api.confirmTestimony({ path: { id: sale.id } });
    await waitForPayout(sale, 'owed');
    return createPartyPages('confirmed', sale);
  },
  async parties => {
    const sale = await createDeliveredSale(parties);
    await complain(sale, COMPLAINT);
    return createPartyPages('complaint', sale);
  },
  async parties => {
    const sale = await createDeliveredSale(parties);
    await complain(sale, COMPLAINT);
    await deliver(sale);
    return createPartyPages('corrected', sale);
  },
  async (parties, stack) => {
    const sale = await createDeliveredSale(parties);
    await complain(sale, COMPLAINT);
    await decide(stack, sale, 'end-complaint', { outcome: 'pay-out', reason: DECISION });
    await waitForPayout(sale, 'owed');
    return createPartyPages('complaint-rejected', sale);
  },
  async (parties, stack) => {
    const sale = await createDeliveredSale(parties);
    await complain(sale, COMPLAINT);
    await decide(stack, sale, 'end-complaint', {
      outcome: 'refund',
      amount: 100,
      reason: 'Príloha chýba.',
    });
    await waitForRefund(sale, 100);
    return createPartyPages('complaint-accepted', sale);
  },
  async (parties, stack) => {
    const sale = await createDeliveredSale(parties);
    await complain(sale, COMPLAINT);
    await decide(stack, sale, 'end-complaint', { outcome: 'refund', reason: 'Posudok je nepoužiteľný.' });
    await waitForPayment(sale, 'refunded');
    return createPartyPages('refunded', sale);
  },
  async parties => createPartyPages('unreadable', await createDeliveredSale(parties, UNREADABLE_PDF)),
  async parties => {
    const sale = await createDeliveredSale(parties);
    await chooseOutcome(sale, 'dispute');
    await waitForPayment(sale, 'disputed');
    return createPartyPages('delivered-disputed', sale);
  },
];

export async function createPaymentScenarios(stack: StackAddresses): Promise<PageScenario[]> {
  const scenarios = PAYMENT_STATES.map((): PageScenario[] => []);
  const waiting = PAYMENT_STATES.entries();
  // Each pair creates its sales one after another, because parallel payments of the same people conflict.
  const createSales = async () => {
    const [client, expert] = await Promise.all([
      createPerson(stack, 'client'),
      createPerson(stack, 'expert'),
    ]);
    for (const [index, create] of waiting) scenarios[index] = await create({ client, expert }, stack);
  };
  await Promise.all(Array.from({ length: PAIRS }, createSales));
  return scenarios.flat();
}

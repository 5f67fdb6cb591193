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
  waitForRefund,
} from './sales.ts';

const COMPLAINT = 'Chýba príloha s fotografiami a výmera bytu nesúhlasí s listom vlastníctva.';

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
    await complain(sale, COMPLAINT);
    return createPartyPages('complaint', sale);
  },
  async parties => {
    const sale = await createDeliveredSale(parties);
    await complain(sale, COMPLAINT);
    await deliver(sale);
    return createPartyPages('corrected', sale);
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

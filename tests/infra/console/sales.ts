/** Helpers that bring testimonies into the states after a sale: payments, deliveries, complaints and refunds. */
import { buildPdf } from '../../support/pdf-files.ts';
import type { StackAddresses } from '../local/start-stack.ts';
import { openCheckout, type Person, payCheckout, pollUntil, TESTIMONY_BODY } from './registered-users.ts';

/** Authorization header of an operator; the local stack checks only its format. */
const OPERATOR_AUTHORIZATION = `AWS4-HMAC-SHA256 Credential=local/20260101/eu-central-1/execute-api/aws4_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`;

export interface Parties {
  readonly client: Person;
  readonly expert: Person;
}

/** A testimony with an offer, and the provider's page for paying it. */
export interface Sale extends Parties {
  readonly id: string;
  readonly path: string;
  readonly offerId: string;
  readonly paymentPage: string;
}

const PRICE = 249.9;

/** Requests a testimony, makes an offer and opens its checkout. */
export async function createSale({ client, expert }: Parties): Promise<Sale> {
  const { id } = await client.api.createTestimony({ body: TESTIMONY_BODY });
  const body = { price: PRICE, daysToComplete: 7 };
  const { id: offerId } = await expert.api.createOffer({ path: { id }, body });
  const paymentPage = await openCheckout(client, offerId);
  return { client, expert, id, path: `/testimonies/${id}`, offerId, paymentPage };
}

export async function createPaidSale(parties: Parties): Promise<Sale> {
  const sale = await createSale(parties);
  await payCheckout(sale.client, sale.paymentPage);
  return sale;
}

/** Creates a testimony that is paid and delivered, and whose payout waits for three days. */
export async function createDeliveredSale(parties: Parties, pdf?: Buffer<ArrayBuffer>): Promise<Sale> {
  const sale = await createPaidSale(parties);
  await sale.client.api.setPayoutDelay({ path: { id: sale.id }, body: { days: 3 } });
  await deliver(sale, pdf);
  return sale;
}

/** Delivers a document and waits for its check. */
export async function deliver({ id, expert }: Sale, pdf = buildPdf()): Promise<void> {
  const document = new File([pdf], 'posudok.pdf', { type: 'application/pdf' });
  await expert.api.completeTestimony({ path: { id }, body: { document } });
  await pollUntil(
    'the document is checked',
    async () => (await expert.api.showTestimony({ path: { id } })).documentCheck !== 'pending',
  );
}

export const complain = ({ id, client }: Sale, reason: string) =>
  client.api.complainTestimony({ path: { id }, body: { reason } });

/** Chooses an outcome on the provider's page of a sale, such as `dispute`, and waits until the service knows it. */
export async function chooseOutcome({ paymentPage }: Sale, outcome: string, cents?: number): Promise<void> {
  const fields = { outcome, ...(cents && { amount: String(cents / 100) }) };
  const response = await fetch(paymentPage, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  if (response.status !== 303) throw new Error(`The provider's page answered ${response.status}: ${outcome}`);
}

/** Sends an operator's decision about a testimony. */
export async function decide(
  stack: StackAddresses,
  { id }: Sale,
  action: string,
  body: object,
): Promise<void> {
  const response = await fetch(`${stack.url}/operator/testimonies/${id}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: OPERATOR_AUTHORIZATION },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${action}: ${response.status} ${await response.text()}`);
}

/** Waits until the client sees a state of the payment. `undefined` waits until there is no payment. */
export const waitForPayment = ({ id, client }: Sale, status: string | undefined) =>
  pollUntil(
    `the payment is ${status ?? 'gone'}`,
    async () => (await client.api.showTestimony({ path: { id } })).payment?.status === status,
  );

export const waitForRefund = ({ id, client }: Sale, euros: number) =>
  pollUntil(
    `${euros} euros are refunded`,
    async () => (await client.api.showTestimony({ path: { id } })).payment?.refunded === euros,
  );

export const waitForPayout = ({ id, expert }: Sale, status: string) =>
  pollUntil(
    `the payout is ${status}`,
    async () => (await expert.api.showTestimony({ path: { id } })).payout?.status === status,
  );

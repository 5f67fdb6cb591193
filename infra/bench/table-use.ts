/**
 * Measures the table use of the functions that a sale calls, from the registrations to the download: the calls and
 * capacity units of each function's most expensive request.
 */
import { readFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import { DUMMY_TOKEN } from '../local/emulators.ts';
import { type EmulatedService, withEmulatedService } from './emulated-service.ts';
import { createTestimonyCopier } from './fill-table.ts';
import type { BenchmarkSetup } from './function-bundles.ts';
import type { ReportLine } from './measurement-results.ts';
import { formatTableUse, type TableUse } from './table-proxy.ts';
import {
  createOffer,
  createTestimony,
  deliverJobs,
  payOffer,
  registerApprovedExpert,
  registerVerifiedClient,
  type SignedInUser,
  sendStripeEvent,
} from './user-actions.ts';

/** The committed figures of the last measurement. */
const SAVED_FIGURES = JSON.parse(readFileSync(new URL('../docs/measured.json', import.meta.url), 'utf8'));

/**
 * Measures the sale twice: when the table has more testimonies than a page of a list, and when it has many more. One
 * client owns all testimonies, and one expert has made an offer on each of them, which is the worst case for lists.
 */
export function measureTableUse(setup: BenchmarkSetup): Promise<ReportLine[]> {
  const [smallCount, largeCount] = setup.isQuick ? [500, 600] : [1000, 20_000];
  const options = {
    settings: { PASSWORD_HASH_COST: '4', PAYOUT_DELAY_DAYS: '0', MALWARE_SCAN: 'false' }, // no payout delay, so that payouts are sent at once
    isCounted: true,
  };
  return withEmulatedService(setup, options, async service => {
    const [owner, bidder] = [await registerVerifiedClient(service), await registerApprovedExpert(service)];
    const id = await createTestimony(service, owner);
    const addTestimonies = await createTestimonyCopier(service, [id, await createOffer(service, bidder, id)]);
    const measureSale = async () => {
      await deliverJobs(service);
      service.tableUses.clear();
      const viewer = await callFunctionsOfSale(service);
      const { call } = service;
      await call('testimonies-list', owner);
      await call('testimonies-list', bidder, "testimonies-list of an expert's offers");
      await call('testimonies-list-offerable', viewer);
      await call('testimonies-list-offerable', bidder, 'testimonies-list-offerable after offers on all');
      await call('testimonies-show', { token: owner.token, params: { id } });
      await call('offers-list', { token: owner.token, params: { id } });
      return new Map([...service.tableUses].map(([title, uses]) => [title, findHighestUse(uses)]));
    };
    await addTestimonies(1, smallCount);
    const usesWithFew = await measureSale();
    await addTestimonies(smallCount, largeCount);
    const usesWithMany = await measureSale();
    return [...usesWithMany].map(([title, use]) =>
      createReportLine(`${title}, table use`, use, usesWithFew.get(title) as TableUse),
    );
  });
}

const findHighestUse = (uses: readonly TableUse[]): TableUse =>
  uses.reduce((highest, use) => (use.reads + use.writes > highest.reads + highest.writes ? use : highest));

/**
 * Creates a line of the report. Its limits are the use that was measured with the small table, and the number of calls
 * in infra/docs/measured.json.
 */
function createReportLine(name: string, use: TableUse, useWithFew: TableUse): ReportLine {
  const savedCalls: number = SAVED_FIGURES[name]?.calls ?? useWithFew.calls;
  const limit = { ...useWithFew, calls: Math.min(useWithFew.calls, savedCalls) };
  const isWithinLimit = use.calls <= limit.calls && use.reads <= limit.reads && use.writes <= limit.writes;
  return {
    name,
    figures: { ...use },
    measured: formatTableUse(use),
    limit: `≤ ${formatTableUse(limit)}`,
    verdict: isWithinLimit ? 'ok' : 'missed',
  };
}

/** Registers a client and an expert, who sells two testimonies to the client. */
async function callFunctionsOfSale(service: EmulatedService): Promise<SignedInUser> {
  const { call } = service;
  const client = await registerVerifiedClient(service);
  const expert = await registerApprovedExpert(service);
  const { token, email, password } = expert;
  const credentials = { body: { email, password, turnstileToken: DUMMY_TOKEN } };
  await call('auth-logout', (await call('auth-login', credentials)).data);
  await call('me-show', { token });
  const account = await call('me-open-payment-account', { token, body: { currentPassword: password } });
  await fetch(account.data.url, { method: 'POST', redirect: 'manual' });
  await sendStripeEvent(service, 'account.updated');

  const { params, sessionId } = await createPaidTestimony();
  await call('offers-accept', { token: client.token, body: { sessionId } });
  await createPaidTestimony();
  await sendStripeEvent(service, 'checkout.session.completed');
  await deliverJobs(service);
  await call('testimonies-complete', { token, params, body: await createDocumentBody() });
  await deliverJobs(service);
  await call('testimonies-download', { token: client.token, params });
  return expert;

  async function createPaidTestimony() {
    const id = await createTestimony(service, client);
    const sessionId = await payOffer(service, client, await createOffer(service, expert, id));
    return { params: { id }, sessionId };
  }
}

async function createDocumentBody(): Promise<FormData> {
  const document = await PDFDocument.create();
  document.addPage();
  const form = new FormData();
  form.append('document', new Blob([await document.save()], { type: 'application/pdf' }), 'posudok.pdf');
  return form;
}

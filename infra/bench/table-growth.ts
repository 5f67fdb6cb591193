/** Measures whether requests need more calls or capacity units when the table contains many more testimonies. */
import { PASSWORD } from '../../tests/support/builders.ts';
import { type EmulatedService, withEmulatedService } from './emulated-service.ts';
import { createTestimonyCopier } from './fill-table.ts';
import type { BenchmarkSetup } from './function-bundles.ts';
import { type RequestParts, withTurnstileToken } from './gateway-events.ts';
import type { ReportLine } from './measurement-results.ts';
import { formatTableUse, type TableUse } from './table-proxy.ts';
import {
  createExpertBody,
  createOffer,
  createTestimony,
  registerApprovedExpert,
  registerVerifiedClient,
} from './user-actions.ts';

type RequestsByTitle = Readonly<Record<string, readonly [name: string, parts: RequestParts]>>;
type TableUsesByTitle = Readonly<Record<string, TableUse>>;

/**
 * Measures the table use twice: with more testimonies than a page of a list contains, and with many more. One client
 * owns all testimonies, and one expert has made an offer on each. This is the worst case for every list.
 */
export function measureTableGrowth(setup: BenchmarkSetup): Promise<ReportLine[]> {
  const [smallCount, largeCount] = setup.isQuick ? [20, 40] : [1000, 100_000];
  const options = { settings: { PASSWORD_HASH_COST: '4' }, isCounted: true };
  return withEmulatedService(setup, options, async service => {
    const client = await registerVerifiedClient(service);
    const [expertWithOffers, expertWithoutOffers] = [
      await registerApprovedExpert(service),
      await registerApprovedExpert(service),
    ];
    const id = await createTestimony(service, client);
    const addTestimonies = await createTestimonyCopier(
      service,
      id,
      await createOffer(service, expertWithOffers, id),
    );
    const credentials = withTurnstileToken({ email: expertWithoutOffers.email, password: PASSWORD });
    const createRequests = async (): Promise<RequestsByTitle> => ({
      "a client's list": ['testimonies-list', { token: client.token }],
      "an expert's list": ['testimonies-list', { token: expertWithOffers.token }],
      'offerable list': ['testimonies-list-offerable', { token: expertWithoutOffers.token }],
      'offerable list after offers on all': ['testimonies-list-offerable', { token: expertWithOffers.token }],
      'offers of one testimony': ['offers-list', { token: client.token, params: { id } }],
      'one testimony': ['testimonies-show', { token: client.token, params: { id } }],
      'auth-register-expert': ['auth-register-expert', { body: createExpertBody() }],
      'auth-login': ['auth-login', { body: credentials }],
      'me-show': ['me-show', { token: expertWithoutOffers.token }],
      'auth-logout': ['auth-logout', (await service.call('auth-login', { body: credentials })).data],
    });
    await addTestimonies(1, smallCount);
    const usesWithFew = await measureTableUses(service, await createRequests());
    await addTestimonies(smallCount, largeCount);
    const usesWithMany = await measureTableUses(service, await createRequests());
    return Object.entries(usesWithMany).map(([request, use]) => {
      const [measured, expected] = [formatTableUse(use), formatTableUse(usesWithFew[request] as TableUse)];
      return {
        name: `${request}, as the table grows`,
        figures: { ...use },
        measured: `${measured} with ${largeCount.toLocaleString('en')}`,
        limit: `${expected} with ${smallCount.toLocaleString('en')}`,
        verdict: measured === expected ? 'ok' : 'missed',
      };
    });
  });
}

async function measureTableUses(
  service: EmulatedService,
  requests: RequestsByTitle,
): Promise<TableUsesByTitle> {
  const uses: Record<string, TableUse> = {};
  for (const [title, [name, parts]] of Object.entries(requests)) {
    await service.call(name, parts);
    uses[title] = service.tableUses.get(name)?.at(-1) as TableUse;
  }
  return uses;
}

/** Whether requests use the table as much when it holds many more testimonies. */
import { PASSWORD } from '../../tests/support/builders.ts';
import type { Setup } from './bundles.ts';
import { testimoniesLike } from './crowd.ts';
import type { Line } from './judgement.ts';
import { createClient, createExpert, expertForm, offer, order } from './people.ts';
import { checked, type RequestParts } from './requests.ts';
import { type Service, withService } from './service.ts';
import { describeUse, type TableUse } from './table-proxy.ts';

type Requests = Readonly<Record<string, readonly [name: string, parts: RequestParts]>>;
type Uses = Readonly<Record<string, TableUse>>;

/**
 * Measures with more testimonies than any page holds, then with many more. One client has ordered all of them and
 * one expert has made an offer on each, which is the worst case for every list.
 */
export function growth(setup: Setup): Promise<Line[]> {
  const [few, many] = setup.isQuick ? [1000, 2000] : [1000, 100_000];
  const options = { settings: { PASSWORD_HASH_COST: '4' }, isCounted: true };
  return withService(setup, options, async service => {
    const client = await createClient(service);
    const [busy, idle] = [await createExpert(service), await createExpert(service)];
    const id = await order(service, client);
    const addTestimonies = await testimoniesLike(service, id, await offer(service, busy, id));
    const credentials = checked({ email: idle.email, password: PASSWORD });
    const requests = async (): Promise<Requests> => ({
      "a client's list": ['testimonies-list', { token: client.token }],
      "an expert's list": ['testimonies-list', { token: busy.token }],
      'offerable list': ['testimonies-list-offerable', { token: idle.token }],
      'offerable list after offers on all': ['testimonies-list-offerable', { token: busy.token }],
      'offers of one testimony': ['offers-list', { token: client.token, params: { id } }],
      'one testimony': ['testimonies-show', { token: client.token, params: { id } }],
      'auth-register-expert': ['auth-register-expert', { body: expertForm() }],
      'auth-login': ['auth-login', { body: credentials }],
      'me-show': ['me-show', { token: idle.token }],
      'auth-logout': ['auth-logout', (await service.call('auth-login', { body: credentials })).data],
    });
    await addTestimonies(1, few);
    const withFew = await usesOf(service, await requests());
    await addTestimonies(few, many);
    const withMany = await usesOf(service, await requests());
    return Object.entries(withMany).map(([request, use]) => {
      const [measured, expected] = [describeUse(use), describeUse(withFew[request] as TableUse)];
      return {
        name: `${request}, as the table grows`,
        figures: { ...use },
        measured: `${measured} with ${many.toLocaleString('en')}`,
        limit: `${expected} with ${few.toLocaleString('en')}`,
        verdict: measured === expected ? 'ok' : 'missed',
      };
    });
  });
}

async function usesOf(service: Service, requests: Requests): Promise<Uses> {
  const uses: Record<string, TableUse> = {};
  for (const [title, [name, parts]] of Object.entries(requests)) {
    await service.call(name, parts);
    uses[title] = service.uses.get(name)?.at(-1) as TableUse;
  }
  return uses;
}

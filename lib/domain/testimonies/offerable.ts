/** Testimonies on which an expert can make an offer (infra/docs/api/testimonies.md#lists-of-testimonies). */
import type { Expert } from '../model/accounts/account.ts';
import { PAGE_SIZE, type Page, type PageRequest } from '../model/page.ts';
import type { Testimony } from '../model/testimonies/testimony.ts';
import type { TestimonyFilter } from '../model/testimonies/testimony-filter.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/** Maximum number of reads of one request. Further reads replace testimonies of clients with unverified addresses. */
const MAX_READS = 5;

/**
 * Lists the open testimonies in the expert's market and regions on which the expert has no open offer, newest first.
 * Testimonies of clients with an unverified e-mail address are left out, so that nobody fills the list with invented
 * ones.
 */
export async function listOfferableTestimonies(
  expert: Pick<Expert, 'id' | 'market' | 'regions'>,
  pageRequest: PageRequest,
  filter: TestimonyFilter,
  { accounts, testimonies }: Pick<Dependencies, 'accounts' | 'testimonies'>,
): Promise<Page<Testimony>> {
  const { back, limit = PAGE_SIZE } = pageRequest;
  let request = pageRequest;
  let page: Page<Testimony> = { items: [] };
  for (let reads = 0; reads < MAX_READS; reads++) {
    const read = await testimonies.listOfferable(expert, request, filter);
    const items = await withoutUnverifiedClients(read.items, { accounts });
    const { next, previous } = reads === 0 ? read : page;
    const [start, end] = back ? [read.previous, next] : [previous, read.next];
    page = {
      items: back ? [...items, ...page.items] : [...page.items, ...items],
      ...(end !== undefined && { next: end }),
      ...(start !== undefined && { previous: start }),
    };
    const from = back ? read.previous : read.next;
    const isComplete = items.length === read.items.length || page.items.length === limit;
    if (from === undefined || isComplete) break;
    request = { ...pageRequest, from, limit: limit - page.items.length };
  }
  return page;
}

export async function withoutUnverifiedClients(
  listed: readonly Testimony[],
  { accounts }: Pick<Dependencies, 'accounts'>,
): Promise<readonly Testimony[]> {
  const clientIds = new Set(listed.map(({ clientId }) => clientId));
  const clients = clientIds.size > 0 ? await accounts.findAll([...clientIds]) : [];
  const verified = new Set(clients.filter(({ emailVerified }) => emailVerified).map(({ id }) => id));
  return listed.filter(({ clientId }) => verified.has(clientId));
}

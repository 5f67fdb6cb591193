import { describe, expect, it } from 'vitest';
import type { PageRequest } from '../../../../lib/domain/model/page.ts';
import { paginateList } from '../../../../lib/domain/model/page.ts';
import { listOfferableTestimonies } from '../../../../lib/domain/testimonies/offerable.ts';

type Deps = Parameters<typeof listOfferableTestimonies>[3];

const EXPERT = { id: 'expert', regions: ['ke'] } as const;

/**
 * Creates a store with testimonies `01`, `02` and so on.
 * @param unverified returns whether the client of the testimony at a position, from 1, has no verified address
 */
function createDependencies(count: number, unverified: (position: number) => boolean) {
  const all = Array.from({ length: count }, (_, index) => ({
    id: String(index + 1).padStart(2, '0'),
    clientId: unverified(index + 1) ? 'new' : 'known',
  }));
  return {
    testimonies: {
      listOfferable: async (_expert: unknown, request: PageRequest) => paginateList(all, request),
    },
    accounts: {
      findAll: async (ids: readonly string[]) => ids.map(id => ({ id, emailVerified: id === 'known' })),
    },
  } as unknown as Deps;
}

async function list(deps: Deps, request: PageRequest) {
  const { items, ...links } = await listOfferableTestimonies(EXPERT as never, request, {}, deps);
  return { ids: items.map(({ id }) => id), ...links };
}

describe('the list of offerable testimonies', () => {
  const deps = createDependencies(9, position => position > 1 && position < 5);

  it('the list of offerable testimonies fills a page although it omits those of clients with unverified addresses', async () => {
    expect(await list(deps, { limit: 3 })).toEqual({ ids: ['01', '05', '06'], next: '06' });
    expect(await list(deps, { limit: 3, from: '06' })).toEqual({ ids: ['07', '08', '09'], previous: '07' });
  });

  it('the list of offerable testimonies also fills a page in the other direction', async () => {
    expect(await list(deps, { limit: 3, from: '07', back: true })).toEqual({
      ids: ['01', '05', '06'],
      next: '06',
    });
  });

  it('the list of offerable testimonies returns a short page with a next cursor when it omits too many testimonies', async () => {
    const flooded = createDependencies(40, position => position < 40);

    expect(await list(flooded, { limit: 2 })).toEqual({ ids: [], next: '10' });
    expect(await list(flooded, { limit: 15 })).toEqual({ ids: ['40'] });
  });
});

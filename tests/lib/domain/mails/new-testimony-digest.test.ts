/** Tests of the reads for a digest (infra/docs/api/mails.md#digest-of-new-testimonies). */
import { expect, it } from 'vitest';
import { gatherDigestFacts } from '../../../../lib/domain/mails/new-testimony-digest.ts';
import type { User } from '../../../../lib/domain/model/account.ts';
import type { PageRequest } from '../../../../lib/domain/model/page.ts';
import type { Dependencies } from '../../../../lib/domain/ports/dependencies.ts';

const EXPERT = {
  ...{ id: 'expert', role: 'expert', emailVerified: true, identityReview: 'accepted', regions: ['ke'] },
  notifyNewTestimonies: true,
  approval: { paymentAccountVerified: true, approved: true },
} as unknown as User;

/** Gathers a digest from an endless list, with this number of testimonies on each page. */
async function gatherDigest(perPage: number) {
  const requests: PageRequest[] = [];
  const testimony = { createdAt: '2026-06-15T09:30:00.000Z', realEstate: { type: 'land', region: 'ke' } };
  const facts = await gatherDigestFacts(EXPERT, { id: 'job' }, {
    clock: { now: () => new Date('2026-06-15T10:05:00Z') },
    digests: { periodMinutes: 60, findLast: async () => undefined },
    links: { frontendUrl: 'https://www.testimony.example', sign: async () => 'signature' },
    testimonies: {
      listOfferable: async (_: unknown, __: unknown, request: PageRequest) => {
        const next = String(requests.push(request));
        return { items: Array(perPage).fill(testimony), next };
      },
    },
  } as unknown as Dependencies);
  return { facts, requests };
}

it('a digest reads at most five pages', async () => {
  const { facts, requests } = await gatherDigest(1);

  expect(requests.map(({ from }) => from)).toEqual([undefined, '1', '2', '3', '4']);
  expect(facts).toMatchObject({ hasMore: false, testimonies: Array(5).fill({ type: 'land' }) });
});

it('a digest reads no further page when it has more testimonies than it lists', async () => {
  const { facts, requests } = await gatherDigest(21);

  expect(requests).toEqual([{ limit: 100 }]);
  expect(facts).toMatchObject({ hasMore: true, testimonies: Array(20).fill({ type: 'land' }) });
});

it('a digest reads one testimony more than it lists', async () => {
  const { facts, requests } = await gatherDigest(10);

  expect(requests).toHaveLength(3);
  expect(facts).toMatchObject({ hasMore: true });
});

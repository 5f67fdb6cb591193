/** Tests of the reads for a digest (infra/docs/api/mails.md#digest-of-new-testimonies). */
import { describe, expect, it } from 'vitest';
import { announceClient, gatherDigestFacts } from '../../../../lib/domain/mails/new-testimony-digest.ts';
import type { User } from '../../../../lib/domain/model/accounts/account.ts';
import type { Change } from '../../../../lib/domain/model/change.ts';
import type { PageRequest } from '../../../../lib/domain/model/page.ts';
import type { Dependencies } from '../../../../lib/domain/ports/dependencies.ts';

const JOB_ID = '01890000-0000-7000-8000-000000000000';
const EXPERT = {
  id: 'expert',
  role: 'expert',
  emailVerified: true,
  identityReview: 'accepted',
  regions: ['ke'],
  notifyNewTestimonies: true,
  approval: { paymentAccountVerified: true, approved: true },
} as unknown as User;

/** Gathers a digest from an endless list, with this number of testimonies on each page. */
async function gatherDigest(perPage: number) {
  const requests: PageRequest[] = [];
  const testimony = { createdAt: '2026-06-15T09:30:00.000Z', realEstate: { type: 'land', region: 'ke' } };
  const facts = await gatherDigestFacts(EXPERT, { id: 'job' }, {
    clock: { now: () => new Date('2026-06-15T10:05:00Z') },
    digests: { periodMinutes: 60, findLast: async () => undefined, listRevealedTestimonies: async () => [] },
    linkSigner: { frontendUrl: 'https://www.testimony.example', sign: async () => 'signature' },
    accounts: { findAll: async () => [{ emailVerified: true }] },
    testimonies: {
      findAll: async () => [],
      listOffersOfExpert: async () => [],
      listOfferable: async (_: unknown, request: PageRequest) => {
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

describe('the announcement of testimonies after the verification of an address', () => {
  const hidden = {
    id: 'hidden',
    state: 'pending',
    visibleSince: null,
    realEstate: { region: 'ke' },
    payment: null,
    payout: null,
  };

  /** Announces a page with this testimony, and returns the committed changes. */
  async function announce(
    testimony: object,
    { emailVerified = true, next }: { emailVerified?: boolean; next?: string },
  ) {
    const changes: Change[] = [];
    await announceClient({ kind: 'announce-client', userId: 'client' }, JOB_ID, {
      accounts: { find: async () => ({ emailVerified }) },
      clock: { now: () => new Date('2026-06-15T10:05:00Z') },
      digests: { periodMinutes: 60 },
      testimonies: { listOfClient: async () => ({ items: [testimony], next }) },
      unitOfWork: {
        async commit(committed: readonly Change[]) {
          changes.push(...committed);
          return [];
        },
      },
    } as unknown as Dependencies);
    return changes;
  }

  it('the announcement stores its time in the testimony, and adds the jobs of the region and of the next page', async () => {
    expect(await announce(hidden, { next: '5' })).toMatchObject([
      { kind: 'job-added', job: { task: { kind: 'notify-region', region: 'ke' } } },
      { kind: 'testimony-changed', after: { visibleSince: '2026-06-15T10:05:00.000Z' } },
      { kind: 'revealed-testimony-listed', testimonyId: 'hidden', visibleSince: '2026-06-15T10:05:00.000Z' },
      { kind: 'job-added', job: { task: { kind: 'announce-client', userId: 'client', after: '5' } } },
    ]);
  });

  it.each([
    ['that were visible at once', { ...hidden, visibleSince: undefined }, {}],
    ['that are cancelled', { ...hidden, state: 'cancelled' }, {}],
    ['of a client whose address is still unverified', hidden, { emailVerified: false, next: '5' }],
  ])('the announcement omits testimonies %s', async (_, testimony, situation) => {
    expect(await announce(testimony, situation)).toEqual([]);
  });
});

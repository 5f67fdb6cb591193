import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPermanentKeys, moveScans } from '../../../../lib/domain/files/identity-documents.ts';
import type { FileMove } from '../../../../lib/domain/model/files/file.ts';
import { systemClock, systemRandom } from '../../../../lib/platform/system.ts';

const createStoredScan = (key: string) => ({ key, etag: `etag of ${key}`, type: 'image/png' }) as const;
const received = { front: createStoredScan('incoming/a'), back: createStoredScan('incoming/b'), uploads: [] };

it('the checked versions of received scans are moved to random permanent keys, and their time is recorded', () => {
  const now = new Date('2026-11-27T10:00:00.000Z');
  const [once, again] = [1, 2].map(() =>
    createPermanentKeys(received, 'expert', { clock: { now: () => now }, random: systemRandom }),
  );

  expect(once).toEqual({
    scans: {
      front: expect.stringMatching(/^identity-documents\/expert\/front-[0-9a-f-]{36}$/),
      back: expect.stringMatching(/^identity-documents\/expert\/back-[0-9a-f-]{36}$/),
      received: { front: 'incoming/a', back: 'incoming/b' },
      receivedAt: now.toISOString(),
      keptUntil: expect.any(String),
    },
    moves: [
      { from: received.front, to: once?.scans.front },
      { from: received.back, to: once?.scans.back },
    ],
  });
  expect(again?.scans).not.toEqual(once?.scans);
});

it('moveScans rejects with the error of a failed move after all other moves have ended', async () => {
  const moved: string[] = [];
  const { scans, moves } = createPermanentKeys(received, 'expert', {
    clock: systemClock,
    random: systemRandom,
  });
  const keep = async ({ from }: FileMove) => {
    if (from === received.front) throw new Error('front');
    await sleep(10);
    moved.push(from.key);
  };

  const accounts = { find: async () => ({ role: 'expert', scans }) } as never;
  const task = { kind: 'keep-scans', expertId: 'expert', moves, replaced: [] } as const;

  await expect(
    moveScans(task, 'job', {
      accounts,
      clock: systemClock,
      unitOfWork: {} as never,
      identityScans: { moveToPermanent: keep } as never,
      objects: {} as never,
    }),
  ).rejects.toThrow('front');
  expect(moved).toEqual(['incoming/b']);
});

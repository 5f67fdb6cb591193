/** Test that the end of a session deletes the drafts. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const createStorage = () => {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
};

let sendStorageEvent: (event: object) => void;
beforeAll(() => {
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('localStorage', createStorage());
  vi.stubGlobal('sessionStorage', createStorage());
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  vi.stubGlobal('addEventListener', (_: string, listener: typeof sendStorageEvent) => {
    sendStorageEvent = listener;
  });
});
afterAll(() => vi.unstubAllGlobals());

async function signInWithDraft() {
  const [{ startSession }, { readDraft, setDraftOwner, storeDraft }] = await Promise.all([
    import('../../../../infra/console/app/core/session.ts'),
    import('../../../../infra/console/app/core/drafts.ts'),
  ]);
  void startSession('a', true);
  setDraftOwner('user');
  storeDraft('form', { notes: 'text' });
  return () => readDraft('form');
}

it('drafts are deleted when another tab signs out', async () => {
  const readFormDraft = await signInWithDraft();
  sendStorageEvent({ key: 'token', newValue: null, storageArea: localStorage });
  expect(readFormDraft()).toEqual({});
});

import { expect, it, onTestFinished } from 'vitest';
import { createTokenSession } from '../../../../infra/console/app/core/token-session.ts';

/** Creates a storage that is shared by the tabs of a browser, and notifies the sessions about changes. */
function createBrowser() {
  const listeners: ((event: object) => void)[] = [];
  Object.assign(globalThis, { addEventListener: (_: string, listener: never) => listeners.push(listener) });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'addEventListener'));
  const createStorage = () => {
    const values = new Map<string, string>();
    const set = (key: string, newValue: string | null) => {
      if (newValue === null) values.delete(key);
      else values.set(key, newValue);
      for (const listener of listeners) listener({ key, newValue, storageArea: storage });
    };
    const storage = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: set,
      removeItem: (key: string) => set(key, null),
    };
    return storage;
  };
  const shared = createStorage();
  return { openTab: (own = createStorage()) => createTokenSession(own, shared), createStorage };
}

it('a session that is stored permanently is shared by all tabs until one of them signs out', () => {
  const { openTab } = createBrowser();
  const [one, other] = [openTab(), openTab()];
  const ends: unknown[] = [];
  one.subscribe(end => ends.push(end));

  one.start('a', true);
  expect([other.token(), openTab().token()]).toEqual(['a', 'a']);
  other.end();

  expect([one.token(), other.token(), openTab().token()]).toEqual([undefined, undefined, undefined]);
  expect(ends).toEqual([undefined, 'other-tab']);
});

it('a session that is stored for one tab survives only a reload of this tab', () => {
  const { openTab, createStorage } = createBrowser();
  const own = createStorage();
  const tab = openTab(own);
  const other = openTab();

  tab.start('a', false);
  other.start('b', true);

  expect([tab.token(), openTab(own).token(), openTab().token()]).toEqual(['a', 'a', 'b']);
});

it('the end of a session that is stored for one tab does not end the session of other tabs', () => {
  const { openTab } = createBrowser();
  const [tab, other] = [openTab(), openTab()];
  tab.start('a', false);
  other.start('b', true);

  tab.end();

  expect([tab.token(), other.token(), openTab().token()]).toEqual([undefined, 'b', 'b']);
});

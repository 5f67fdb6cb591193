/**
 * Storage of this browser tab, and storage of all tabs. A value that the browser does not store, for example because
 * its storage is full or blocked, is kept in memory until the page is closed.
 */

/**
 * Returns the browser's own storage object, so that it can be compared with the `storageArea` of events from other
 * tabs. Returns undefined if the browser blocks the storage.
 */
export function findStorage(name: 'sessionStorage' | 'localStorage'): Storage | undefined {
  try {
    return globalThis[name];
  } catch {
    return undefined;
  }
}

function guardStorage(getStorage: () => Storage) {
  const memory = new Map<string, string>();
  function attempt<Result>(use: (storage: Storage) => Result): Result | undefined {
    try {
      return use(getStorage());
    } catch {
      return undefined;
    }
  }
  const getItem = (key: string): string | null =>
    memory.get(key) ?? attempt(storage => storage.getItem(key)) ?? null;

  return {
    getItem,
    setItem(key: string, value: string): void {
      memory.set(key, value);
      attempt(storage => {
        // If the new value does not fit, the former value must not come back after a reload.
        storage.removeItem(key);
        storage.setItem(key, value);
        memory.delete(key);
      });
    },
    removeItem(key: string): void {
      memory.delete(key);
      attempt(storage => storage.removeItem(key));
    },
    listKeys: (): string[] => [...memory.keys(), ...(attempt(storage => Object.keys(storage)) ?? [])],
    /** Reads an object that was stored as JSON. A missing or damaged value is read as an empty object. */
    getObject<Value extends object>(key: string): Value {
      try {
        return Object(JSON.parse(getItem(key) ?? '{}'));
      } catch {
        return {} as Value;
      }
    },
  };
}

export const tabStorage = guardStorage(() => sessionStorage);
export const browserStorage = guardStorage(() => localStorage);

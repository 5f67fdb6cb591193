/** Store for a value, and a hook that renders a component again when the value changes. */
import { useLayoutEffect, useState } from 'preact/hooks';

export interface Store<T> {
  get(): T;
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  const value = store.get();
  const [, render] = useState({});
  useLayoutEffect(() => {
    // The value may have changed between rendering and subscription.
    if (store.get() !== value) render({});
    return store.subscribe(() => render({}));
  }, [store]);
  return value;
}

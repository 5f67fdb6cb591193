import { useCallback, useEffect, useState } from 'preact/hooks';

export interface Resource<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  /** Loads the data again. The promise resolves when the new data or the error is set. */
  reload(): Promise<void>;
  set(data: T): void;
}

export function useResource<T>(load: (signal: AbortSignal) => Promise<T>, key: string): Resource<T> {
  const [state, setState] = useState<{ key: string; data?: T; error?: unknown }>({ key });
  const runLoad = useCallback(
    async (signal: AbortSignal) => {
      try {
        const data = await load(signal);
        if (data === undefined || data === null) throw new TypeError('The response has no data.');
        if (!signal.aborted) setState({ key, data });
      } catch (error) {
        if (!signal.aborted) setState(previous => ({ ...(previous.key === key && previous), key, error }));
      }
    },
    [key],
  );
  useEffect(() => {
    const controller = new AbortController();
    void runLoad(controller.signal);
    return () => controller.abort();
  }, [runLoad]);

  const current = state.key === key ? state : { data: undefined, error: undefined };
  return {
    data: current.data,
    error: current.error,
    reload: () => runLoad(new AbortController().signal),
    set: data => setState({ key, data }),
  };
}

/**
 * Runs the callback when the user returns to this page from another tab or page, and after each use of a sandbox
 * control.
 */
export function useOnReturn(callback: () => void): void {
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const isVisible = () => document.visibilityState === 'visible';
    document.addEventListener('visibilitychange', () => isVisible() && callback(), { signal });
    addEventListener('sandbox', callback, { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && callback(), { signal });
    return () => controller.abort();
  });
}

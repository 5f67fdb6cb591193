/** What a page shows comes from the API: loaded, failed, loaded again. */
import { useCallback, useEffect, useState } from 'preact/hooks';

export interface Resource<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  /** Resolves when the new answer is shown. */
  reload(): Promise<void>;
  set(data: T): void;
}

export function useResource<T>(load: (signal: AbortSignal) => Promise<T>, key: string): Resource<T> {
  const [state, setState] = useState<{ key: string; data?: T; error?: unknown }>({ key });
  const run = useCallback(
    async (signal: AbortSignal) => {
      try {
        const data = await load(signal);
        if (!signal.aborted) setState({ key, data });
      } catch (error) {
        if (!signal.aborted) setState(before => ({ ...(before.key === key && before), key, error }));
      }
    },
    [key],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void run(leaving.signal);
    return () => leaving.abort();
  }, [run]);

  const current = state.key === key ? state : { data: undefined, error: undefined };
  return {
    data: current.data,
    error: current.error,
    reload: () => run(new AbortController().signal),
    set: data => setState({ key, data }),
  };
}

/** Calls when the visitor comes back, from another tab or by the back button, or has moved a switch of the sandbox. */
export function useReturn(act: () => void): void {
  useEffect(() => {
    const seen = () => document.visibilityState === 'visible' && act();
    const shown = (event: PageTransitionEvent) => event.persisted && act();
    document.addEventListener('visibilitychange', seen);
    addEventListener('sandbox', act);
    addEventListener('pageshow', shown);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      removeEventListener('sandbox', act);
      removeEventListener('pageshow', shown);
    };
  });
}

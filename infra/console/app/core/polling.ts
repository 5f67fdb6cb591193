/** Polling of the API until a background job of the service has changed a state. */
import { useEffect, useRef } from 'preact/hooks';
import { isProblem } from '../../../client/runtime/index.ts';

const SHORTEST_PAUSE_SECONDS = 2;
const LONGEST_PAUSE_SECONDS = 60;
const MAX_REFRESHES = 15;

const sleep = (seconds: number) => new Promise<void>(resolve => setTimeout(resolve, 1000 * seconds));

/** Returns whether the same request may succeed later: it got no definite response, or exceeded a rate limit. */
export const canSucceedLater = (error: unknown): boolean =>
  isProblem(error) && (error.mayHaveTakenEffect || error.status === 429);

/**
 * Loads data again and again, with growing pauses, while a background job is about to change the data. Does not load
 * anything while the browser tab is hidden, and stops after about ten minutes in a visible tab.
 */
export function useRefreshWhile(isTransient: boolean, refresh: () => unknown): void {
  const currentRefresh = useRef(refresh);
  currentRefresh.current = refresh;
  useEffect(() => {
    let isActive = isTransient;
    async function repeatRefresh(): Promise<void> {
      let pause = SHORTEST_PAUSE_SECONDS;
      for (let refreshes = 0; isActive && refreshes < MAX_REFRESHES; ) {
        await sleep(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_SECONDS);
        if (!isActive || document.visibilityState !== 'visible') continue;
        refreshes += 1;
        await currentRefresh.current();
      }
    }
    void repeatRefresh();
    return () => {
      isActive = false;
    };
  }, [isTransient]);
}

/** Returns the seconds to wait before the next request if the error is an exceeded rate limit, otherwise 0. */
export const getWaitSeconds = (error: unknown): number =>
  isProblem(error, 'too-many-requests') ? (error.retryAfter ?? LONGEST_PAUSE_SECONDS) : 0;

const DEFAULT_WAIT_SECONDS = 5;
/** Maximum total wait for the scan of a file, in seconds. Afterwards the user sees the error and can try again. */
const LONGEST_WAIT_SECONDS = 60;

/**
 * Requests the link to a file, and retries while the file is being scanned (infra/docs/api/uploads.md#malware-scan).
 * @param open requests the link to the file
 * @param wait waits for a number of seconds
 */
export async function openWhenScanned<Link>(open: () => Promise<Link>, wait = sleep): Promise<Link> {
  for (let waited = 0; ; ) {
    try {
      return await open();
    } catch (problem) {
      if (!isProblem(problem, 'not-scanned-yet')) throw problem;
      const seconds = problem.retryAfter ?? DEFAULT_WAIT_SECONDS;
      waited += seconds;
      if (waited > LONGEST_WAIT_SECONDS) throw problem;
      await wait(seconds);
    }
  }
}

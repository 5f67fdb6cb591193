/** Waits for the malware scan of a file (infra/docs/api/uploads.md#malware-scan). */
import { isProblem } from '../../../client/runtime/index.ts';

const DEFAULT_WAIT_SECONDS = 5;
/** Longest wait for one scan, in seconds. Afterwards the user sees the error and can try again. */
const LONGEST_WAIT_SECONDS = 60;

/**
 * Calls the API, and again while the file is being scanned.
 *
 * @param open requests the link to the file
 * @param sleep waits for a number of seconds
 */
export async function openWhenScanned<Link>(
  open: () => Promise<Link>,
  sleep = (seconds: number) => new Promise<void>(resolve => setTimeout(resolve, 1000 * seconds)),
): Promise<Link> {
  for (let waited = 0; ; ) {
    try {
      return await open();
    } catch (problem) {
      if (!isProblem(problem, 'not-scanned-yet')) throw problem;
      const seconds = problem.retryAfter ?? DEFAULT_WAIT_SECONDS;
      waited += seconds;
      if (waited > LONGEST_WAIT_SECONDS) throw problem;
      await sleep(seconds);
    }
  }
}

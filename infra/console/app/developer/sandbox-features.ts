/**
 * Detection of the sandbox routes. On a stage without sandbox routes, the developers' drawer shows only requests and
 * events.
 */
import { useEffect, useState } from 'preact/hooks';
import { api } from '../core/api-client.ts';

interface SandboxFeatures {
  readonly mails: boolean;
  readonly events: boolean;
  readonly switches: boolean;
}

/**
 * Detects the sandbox features by calling the sandbox route that lists mails. Every stage lists events. For guests, all
 * features are off.
 */
export function useSandboxFeatures(isSignedIn: boolean): SandboxFeatures {
  const [isAvailable, setIsAvailable] = useState(false);
  useEffect(() => {
    if (!isSignedIn) return setIsAvailable(false);
    api.listMails().then(
      () => setIsAvailable(true),
      () => setIsAvailable(false),
    );
  }, [isSignedIn]);
  return { mails: isAvailable, events: isSignedIn, switches: isAvailable };
}

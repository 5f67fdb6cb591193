/** Tells whether the stage has the routes of the sandbox. Without them the drawer shows requests only. */
import { useEffect, useState } from 'preact/hooks';
import { api } from '../core/api-client.ts';

interface SandboxFeatures {
  readonly mails: boolean;
  readonly events: boolean;
  readonly switches: boolean;
}

/** Calls one of the routes to find out whether they exist. */
export function useSandboxFeatures(isSignedIn: boolean): SandboxFeatures {
  const [isAvailable, setIsAvailable] = useState(false);
  useEffect(() => {
    if (!isSignedIn) return setIsAvailable(false);
    api.listMails().then(
      () => setIsAvailable(true),
      () => setIsAvailable(false),
    );
  }, [isSignedIn]);
  return { mails: isAvailable, events: isAvailable, switches: isAvailable };
}

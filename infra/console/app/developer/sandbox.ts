/** Tells whether the stage has the routes of the sandbox. Without them the drawer shows requests only. */
import { useEffect, useState } from 'preact/hooks';
import { api } from '../core/api.ts';

interface Available {
  readonly mails: boolean;
  readonly events: boolean;
  readonly switches: boolean;
}

/** Calls one of the routes to find out whether they exist. */
export function useSandbox(signedIn: boolean): Available {
  const [currentPlace, setHere] = useState(false);
  useEffect(() => {
    if (!signedIn) return setHere(false);
    api.listMails().then(
      () => setHere(true),
      () => setHere(false),
    );
  }, [signedIn]);
  return { mails: currentPlace, events: currentPlace, switches: currentPlace };
}

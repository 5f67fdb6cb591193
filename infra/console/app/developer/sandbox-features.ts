/**
 * Detection of the sandbox routes. On a stage without sandbox routes, the developers' drawer shows only requests and
 * events.
 */
import { api } from '../core/api-client.ts';
import { useResource } from '../core/resource.ts';

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
  const mails = useResource(async () => isSignedIn && api.listMails(), String(isSignedIn));
  const isAvailable = Boolean(mails.data) && mails.error === undefined;
  return { mails: isAvailable, events: isSignedIn, switches: isAvailable };
}

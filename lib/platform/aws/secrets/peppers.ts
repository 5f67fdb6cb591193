/**
 * Peppers: keys that are stored outside the table, so that a leaked table alone reveals neither passwords nor the
 * secrets of second factors. Several peppers may be in use, each with a version number.
 */
import type { Secrets } from './secrets.ts';

export interface Pepper {
  readonly version: string;
  readonly secret: string;
}

/** Reads the pepper of a version, by default the newest one. */
export type Peppers = (version?: string) => Promise<Pepper>;

/** Creates the reader of peppers. It reads the secret again if the requested version is not cached. */
export const createPeppers =
  (secrets: Secrets): Peppers =>
  async version => {
    const cachedPeppers = await secrets('password-peppers');
    let peppers: Record<string, string> = JSON.parse(cachedPeppers);
    if (version !== undefined && !Object.hasOwn(peppers, version))
      peppers = JSON.parse(await secrets('password-peppers', cachedPeppers));
    const chosen = version ?? String(Math.max(...Object.keys(peppers).map(Number)));
    const secret = peppers[chosen];
    if (!secret) throw new Error('The pepper of a stored secret is missing.');
    return { version: chosen, secret };
  };

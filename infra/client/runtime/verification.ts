/** Parser for the links in verification mails. */
import type { VerifyEmailData } from './generated/types.gen.ts';

const LINK_PATH = /\/auth\/email\/verify\/(?<userId>[^/]+)\/(?<hash>[^/]+)$/;

/**
 * Reads the options of `verifyEmail` from the `url` parameter that the link of a verification mail passes to the
 * frontend. Only the path and the query of the URL are used, because the client already has the base URL of the API.
 * @throws TypeError when the URL is not a verification link
 */
export function verificationIn(url: string): Required<Pick<VerifyEmailData, 'path' | 'query'>> {
  const { pathname, searchParams } = new URL(url);
  const { userId, hash } = LINK_PATH.exec(pathname)?.groups ?? {};
  if (!userId || !hash) throw new TypeError('This is not a verification link.');
  return { path: { userId, hash }, query: Object.fromEntries(searchParams) };
}

import type { VerifyEmailInput } from './api.ts';

const LINK = /\/auth\/email\/verify\/(?<userId>[^/]+)\/(?<hash>[^/]+)$/;

/**
 * What `verifyEmail` needs of the `url` that a mail's link brings to the frontend. Only its path and query count:
 * where it is on, the client knows itself.
 *
 * @throws TypeError for a text that is no such link
 */
export function verificationIn(url: string): VerifyEmailInput {
  const { pathname, searchParams } = new URL(url);
  const { userId, hash } = LINK.exec(pathname)?.groups ?? {};
  if (!userId || !hash) throw new TypeError('This is no link of a verification mail.');
  const [expires, signature] = [searchParams.get('expires'), searchParams.get('signature')];
  return { userId, hash, expires: expires ?? undefined, signature: signature ?? undefined };
}

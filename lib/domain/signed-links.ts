/**
 * Links that prove they came from us (contract §2): an HMAC over method, path and expiry.
 *
 * The path of a verification link contains a hash of the address it was sent to, so the link for
 * an address somebody has since replaced verifies nothing.
 */
import { createHash } from 'node:crypto';
import type { User } from './accounts.ts';
import type { World } from './world.ts';

/** The page of the frontend that a verification mail leads to; it calls the signed URL on the API. */
export async function verificationLink(
  user: Pick<User, 'id' | 'email'>,
  validMinutes: number,
  needs: Pick<World, 'clock' | 'links'>,
): Promise<string> {
  const { apiUrl, frontendUrl } = needs.links;
  const path = `/api/v1/auth/email/verify/${user.id}/${addressHash(user.email)}`;
  const expires = Math.floor(needs.clock.now().getTime() / 1000) + validMinutes * 60;
  const signature = await needs.links.sign(signedText('GET', path, expires));
  const url = `${apiUrl}${path}?expires=${expires}&signature=${signature}`;
  return `${frontendUrl}/verify-email?url=${encodeURIComponent(url)}`;
}

function signedText(method: string, path: string, expires: number): string {
  return `${method}\n${path}\n${expires}`;
}

/** SHA-256 of a normalised address, hex. */
export function addressHash(email: string): string {
  return createHash('sha256').update(email).digest('hex');
}

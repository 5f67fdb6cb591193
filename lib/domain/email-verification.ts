/** Proving that an address is one's own (spec §3.7, contract §2). */
import { timingSafeEqual } from 'node:crypto';
import { changeUser } from './accounts.ts';
import { FieldRefusal, Refusal } from './refusal.ts';
import { addressHash, signedText, verificationPath } from './signed-links.ts';
import type { World } from './world.ts';

export interface VerificationLink {
  readonly userId: string;
  readonly hash: string;
  /** Seconds since 1970, as in the link. */
  readonly expires: string;
  readonly signature: string;
}

/**
 * @throws FieldRefusal on `signature` for a link that is not ours, has expired, or is for an address
 *   that is no longer the user's; Refusal `already-verified`
 */
export async function verifyEmail(
  link: VerificationLink,
  needs: Pick<World, 'accounts' | 'clock' | 'links'>,
): Promise<void> {
  if (!(await isGenuine(link, needs))) throw new FieldRefusal({ signature: ['bad-link'] });
  const user = await needs.accounts.find(link.userId);
  if (!user) throw new FieldRefusal({ signature: ['bad-link'] });

  const change = (current: typeof user) => {
    if (addressHash(current.email) !== link.hash) throw new FieldRefusal({ signature: ['bad-link'] });
    if (current.emailVerified) throw new Refusal('already-verified');
    return { after: { ...current, emailVerified: true } };
  };
  await changeUser(user.id, needs, change, user);
}

async function isGenuine(
  { userId, hash, expires, signature }: VerificationLink,
  needs: Pick<World, 'clock' | 'links'>,
): Promise<boolean> {
  const expected = Buffer.from(
    await needs.links.sign(signedText('GET', verificationPath(userId, hash), expires)),
  );
  const given = Buffer.from(signature);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs && needs.clock.now().getTime() < Number(expires) * 1000;
}

/**
 * What the service has to tell people by mail: the facts. `lib/mail` finds the words.
 *
 * A letter is put together when it is sent, from the account as it is then: a verification link
 * is never older than its mail, and the outbox holds nobody's data.
 */
import type { User } from './accounts.ts';
import { verificationLink } from './signed-links.ts';
import type { World } from './world.ts';

export type Letter =
  | {
      readonly name: 'verify-email';
      readonly firstName: string | null;
      readonly link: string;
      readonly validMinutes: number;
    }
  | { readonly name: 'expert-approved'; readonly firstName: string | null; readonly frontendUrl: string };

export type LetterName = Letter['name'];
export type LetterOf<Name extends LetterName> = Extract<Letter, { name: Name }>;

const VALID_MINUTES = 60;

type Composer = (user: User, needs: Pick<World, 'clock' | 'links'>) => Promise<Letter | undefined>;

const composers: Record<LetterName, Composer> = {
  'verify-email': async (user, needs) =>
    user.emailVerified
      ? undefined
      : {
          name: 'verify-email',
          firstName: user.firstName,
          link: await verificationLink(user, VALID_MINUTES, needs),
          validMinutes: VALID_MINUTES,
        },
  'expert-approved': async (user, needs) => ({
    name: 'expert-approved',
    firstName: user.firstName,
    frontendUrl: needs.links.frontendUrl,
  }),
};

/** Sends the letter unless what it says has become untrue meanwhile. */
export async function sendLetter(
  name: LetterName,
  userId: string,
  needs: Pick<World, 'accounts' | 'clock' | 'links' | 'mailer'>,
): Promise<void> {
  const user = await needs.accounts.find(userId);
  const letter = user && (await composers[name](user, needs));
  if (user && letter) await needs.mailer.send(user.email, letter);
}

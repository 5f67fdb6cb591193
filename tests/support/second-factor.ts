/** The owner of a second factor, who has the authenticator app and the recovery codes. */
import { TOTP } from 'otpauth';
import { PASSWORD } from './builders.ts';

/** The parts of the service with which a test switches the second factor on. */
interface Service {
  post(
    path: string,
    body: object,
    call: { token: string },
    // biome-ignore lint/suspicious/noExplicitAny: the body of a response
  ): Promise<{ readonly status: number; readonly body: any }>;
  readonly deps: { readonly clock: { now(): Date; advance(milliseconds: number): void } };
}

/** Computes the code that an authenticator app shows. The app's clock can be wrong by some steps of 30 seconds. */
export const computeCode = (secret: string, now: Date, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: now.getTime() + steps * 30_000 });

/** Switches the second factor of an account on, and advances the clock so that the app shows a new code. */
export async function switchOn({ post, deps }: Service, token: string, currentPassword = PASSWORD) {
  const setUp = await post('/me/second-factor', { currentPassword }, { token });
  const { secret, uri } = setUp.body.data;
  const showCode = (steps = 0) => computeCode(secret, deps.clock.now(), steps);
  const confirmed = await post('/me/second-factor/confirm', { code: showCode() }, { token });
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body));
  deps.clock.advance(60_000);
  return {
    secret,
    uri,
    recoveryCodes: confirmed.body.data.recoveryCodes as string[],
    showCode,
    /** Returns a code that has not been used yet. */
    showNextCode() {
      deps.clock.advance(30_000);
      return showCode();
    },
  };
}

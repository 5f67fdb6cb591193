/** Tests of POST /api/v1/sandbox/me/expire-links (infra/docs/api/sandbox.md). */
import { beforeEach, expect, it } from 'vitest';
import { uniqueEmail } from '../../support/builders.ts';
import { findResetToken, findVerificationPath } from '../../support/find-mails.ts';
import type { Market } from '../../support/start-market.ts';
import { startSandbox } from '../../support/start-sandbox.ts';

let market: Market;
let email: string;
let token: string;

beforeEach(async () => {
  market = await startSandbox();
  email = uniqueEmail('klienti.sk');
  ({ token } = await market.service.registerClient({ email }));
  await market.runJobs();
});

const expireLinks = () => market.service.post('/sandbox/me/expire-links', undefined, { token });

async function resetPassword() {
  const password = 'Iné heslo 2';
  const form = { email, token: await findResetToken(email), password, passwordConfirmation: password };
  return market.service.post('/auth/password/reset', form);
}

/** Milliseconds after the expiry of the links: three times within the same second, and one in the next second. */
const MOMENTS = [1, 250, 999, 1000];

it.each(MOMENTS)(
  'a verification link that is mailed %i ms after the sandbox call to expire links stays valid',
  async moment => {
    const { clock } = market.service.deps;
    clock.toNextMinute();
    await expireLinks();
    clock.advance(moment);
    await market.service.post('/auth/email/verify/resend', { email });
    await market.runJobs();

    expect(await market.service.get(await findVerificationPath(email))).toMatchObject({ status: 204 });
  },
);

it('the sandbox call that expires links invalidates earlier reset tokens and leaves later ones valid', async () => {
  await market.service.post('/auth/password/email', { email });
  await market.runJobs();
  await expireLinks();

  expect(await resetPassword()).toMatchObject({
    status: 400,
    body: { message: 'Failed to reset password.' },
  });

  market.service.deps.clock.advance(1);
  await market.service.post('/auth/password/email', { email });
  await market.runJobs();
  expect(await resetPassword()).toMatchObject({ status: 204 });
});

it('the sandbox call that expires links does not affect other users', async () => {
  const other = uniqueEmail('klienti.sk');
  await market.service.registerClient({ email: other });
  await market.runJobs();

  await expireLinks();

  expect(await market.service.get(await findVerificationPath(other))).toMatchObject({ status: 204 });
});

/** POST /api/v1/sandbox/me/expire-links (contract §3, "more of the sandbox") */
import { beforeEach, expect, it } from 'vitest';
import { anAddress } from '../../support/builders.ts';
import { resetTokenOf, verificationPathOf } from '../../support/mails.ts';
import type { Market } from '../../support/market.ts';
import { startSandbox } from '../../support/sandbox.ts';

let market: Market;
let email: string;
let token: string;

beforeEach(async () => {
  market = await startSandbox();
  email = anAddress('klienti.sk');
  ({ token } = await market.service.registerClient({ email }));
  await market.work();
});

const expires = () => market.service.post('/sandbox/me/expire-links', undefined, { token });

async function resets() {
  const password = 'Iné heslo 2';
  const form = { email, token: await resetTokenOf(email), password, passwordConfirmation: password };
  return market.service.post('/auth/password/reset', form);
}

/** By hand: `again` is a moment after the links ended, in the same second and in the next. */
const MOMENTS = [1, 250, 999, 1000];

it('ends every verification link that was mailed so far', async () => {
  const path = await verificationPathOf(email);

  expect(await expires()).toMatchObject({ status: 204, body: undefined });

  expect(await market.service.get(path)).toMatchObject({
    status: 422,
    body: { errors: { signature: [expect.any(String)] } },
  });
});

it.each(MOMENTS)('but none that is mailed %i ms later', async moment => {
  const { clock } = market.service.world;
  clock.toNextMinute();
  await expires();
  clock.advance(moment);
  await market.service.post('/auth/email/verify/resend', { email });
  await market.work();

  expect(await market.service.get(await verificationPathOf(email))).toMatchObject({ status: 204 });
});

it('ends every reset token that was mailed so far, and none of later', async () => {
  await market.service.post('/auth/password/email', { email });
  await market.work();
  await expires();

  expect(await resets()).toMatchObject({ status: 400, body: { message: 'Failed to reset password.' } });

  market.service.world.clock.advance(1);
  await market.service.post('/auth/password/email', { email });
  await market.work();
  expect(await resets()).toMatchObject({ status: 204 });
});

it("ends nobody else's", async () => {
  const other = anAddress('klienti.sk');
  await market.service.registerClient({ email: other });
  await market.work();

  await expires();

  expect(await market.service.get(await verificationPathOf(other))).toMatchObject({ status: 204 });
});

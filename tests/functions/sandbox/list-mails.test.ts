/** Tests of GET /api/v1/sandbox/me/mails (infra/docs/api/sandbox.md). */
import { expect, it } from 'vitest';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { startSandbox } from '../../support/start-sandbox.ts';

it('the sandbox lists only the mails to the caller with their texts, newest first', async () => {
  const market = await startSandbox();
  const email = uniqueEmail();
  const { token } = await market.service.registerExpert({ email });
  await market.service.registerClient();
  await market.runJobs();
  market.service.deps.clock.advance(60_000);
  await market.service.post('/me/export', { currentPassword: PASSWORD }, { token });
  await market.runJobs();

  const { status, body } = await market.service.get('/sandbox/me/mails', { token });

  const sent = await market.service.listMailsTo(email);
  expect(status).toBe(200);
  expect(body.data[0]).toMatchObject({
    to: email,
    text: expect.stringContaining(sent.at(-1)?.body.text.trim() ?? 'no mail'),
    html: expect.stringContaining('<html'),
    state: 'sent',
  });
  expect(body.data.map(({ subject }: { subject: string }) => subject)).toEqual(
    sent.map(({ subject }) => subject).reverse(),
  );
});

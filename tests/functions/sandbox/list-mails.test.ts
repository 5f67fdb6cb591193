/** Tests of GET /api/v1/sandbox/me/mails (infra/docs/api/sandbox.md). */
import { beforeEach, expect, it } from 'vitest';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import type { Market } from '../../support/start-market.ts';
import { startSandbox } from '../../support/start-sandbox.ts';

const DAY = 24 * 3600_000;

let market: Market;

beforeEach(async () => {
  market = await startSandbox();
});

interface MailRecipient {
  readonly email: string;
  readonly token: string;
}

/** Registers a client, who receives a verification mail. */
async function registerWithMail(): Promise<MailRecipient> {
  const email = uniqueEmail('klienti.sk');
  const { token } = await market.service.registerClient({ email });
  await market.runJobs();
  return { email, token };
}

const listSandboxMails = async ({ token }: MailRecipient) =>
  (await market.service.get('/sandbox/me/mails', { token })).body.data;

it('the sandbox lists the mails to the caller with their texts, newest first', async () => {
  const email = uniqueEmail();
  const { token } = await market.service.registerExpert({ email });
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

it("the sandbox lists only the caller's mails of the last 30 days", async () => {
  const [client, other] = [await registerWithMail(), await registerWithMail()];

  expect(await listSandboxMails(client)).toMatchObject([{ to: client.email }]);
  expect(await listSandboxMails(other)).toMatchObject([{ to: other.email }]);

  market.service.deps.clock.advance(30 * DAY);
  expect(await listSandboxMails(client)).toEqual([]);
});

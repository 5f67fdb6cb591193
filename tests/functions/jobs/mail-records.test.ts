/**
 * Tests of mail records: they are stored for 30 days, by account and never by e-mail address (infra/docs/api/mails.md).
 */
import { expect, it } from 'vitest';
import type { MailRecord } from '../../../lib/domain/model/mails/mail-record.ts';
import { DAY, MINUTE } from '../../../lib/durations.ts';
import { clientBody, PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const SUBJECT = 'Overte svoju e-mailovú adresu';

const listMailRecords = async ({ deps }: Service, userId: string): Promise<MailRecord[]> =>
  deps.mails.all(userId);

async function startWithSentMail(settings: Record<string, string> = {}) {
  const service = await startService(settings);
  const email = uniqueEmail('klienti.sk');
  const { id, token } = await service.registerClient({ email });
  await service.runJobs();
  return { service, email, id, token };
}

it('the record of a sent mail does not contain the text of the mail', async () => {
  const { service, email, id } = await startWithSentMail();

  expect(await listMailRecords(service, id)).toMatchObject([
    { to: email, subject: SUBJECT, state: 'sent', text: null, html: null },
  ]);
  expect(await service.listMailsTo(email)).toHaveLength(1);
  expect(JSON.stringify(await listItems(service.deps, 'MAIL#'))).not.toMatch(/verify-email|signature/);
});

it('a mail record expires 30 days after its mail was sent', async () => {
  const { service, id } = await startWithSentMail();
  const [{ expiresAt } = {}] = await listItems(service.deps, 'MAIL#');
  const [{ sentAt } = { sentAt: '' }] = await listMailRecords(service, id);
  expect(expiresAt).toBe(Math.ceil(Date.parse(sentAt) / 1000) + (30 * DAY) / 1000);

  service.deps.clock.advance(30 * DAY - MINUTE);
  expect(await listMailRecords(service, id)).toHaveLength(1);
  service.deps.clock.advance(MINUTE);

  expect(await listMailRecords(service, id)).toEqual([]);
  expect(await service.deps.mails.list(id, {})).toEqual({ items: [] });
});

it('a mail is recorded once when another worker takes over its job', async () => {
  let hang = true;
  const service = await startService({}, ({ mailer, clock }) => ({
    mailer: {
      ...mailer,
      async send(to, mail) {
        // The first worker sends so slowly that its lease expires and another worker takes over its job.
        if (hang) {
          hang = false;
          clock.advance(2 * MINUTE);
          await service.runJobs();
        }
        return mailer.send(to, mail);
      },
    },
  }));
  const email = uniqueEmail();
  const { id } = await service.registerClient({ email });

  await service.runJobs();

  expect(await service.listMailsTo(email)).toHaveLength(2);
  expect(await listMailRecords(service, id)).toHaveLength(1);
});

it('mails to a former e-mail address and password reset mails are recorded under the account', async () => {
  const { service, email, id, token } = await startWithSentMail();
  const next = uniqueEmail('klienti.sk');
  await service.put('/me', { email: next, currentPassword: PASSWORD }, { token });
  await service.post('/auth/password/email', { email: next });

  await service.runJobs();

  const mailRecords = await listMailRecords(service, id);
  expect(mailRecords.map(({ to }) => to).sort()).toEqual([email, email, next, next].sort());
});

it.each([
  ['partner.sk, KLIENTI.SK', true],
  ['znalci.sk', false],
  ['enti.sk', false],
])('with MAILED_TO=%s, the sandbox sends a mail to klienti.sk: %s', async (MAILED_TO, isMailed) => {
  const { service, email, id } = await startWithSentMail({ SANDBOX: 'true', MAILED_TO });

  expect(await service.listMailsTo(email)).toHaveLength(isMailed ? 1 : 0);
  expect(await listMailRecords(service, id)).toMatchObject([
    { to: email, state: isMailed ? 'sent' : 'held', text: expect.stringMatching(/verify-email\?url=/) },
  ]);
  expect((await service.deps.jobs.health()).dead).toBe(0);
});

it('the sandbox sends mails to e-mail addresses that MAILED_TO lists individually', async () => {
  const email = uniqueEmail('klienti.sk');
  const service = await startService({ SANDBOX: 'true', MAILED_TO: `partner.sk ${email}` });
  await service.post('/auth/register/client', { ...clientBody(), email });

  await service.runJobs();

  expect(await service.listMailsTo(email)).toHaveLength(1);
});

it('a sandbox does not start without MAILED_TO', async () => {
  await expect(startService({ SANDBOX: 'true', MAILED_TO: '' })).rejects.toThrow('MAILED_TO is not set');
});

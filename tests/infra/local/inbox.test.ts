/** Tests of the local inbox: the unchanged JSON of the SES emulator, and the pages that show the mails. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startInbox } from '../../../infra/local/inbox.ts';

let inbox: Awaited<ReturnType<typeof startInbox>>;
beforeAll(async () => {
  inbox = await startInbox(0);
});
afterAll(() => inbox.stop());
beforeEach(() => fetch(`${inbox.endpoint}/clear-store`, { method: 'POST' }));

/** Sends a mail as a client of SES does, and returns its message id. */
async function sendMail(to: string, subject: string, { text = 'Text', html = '<p>HTML</p>' } = {}) {
  const body = new URLSearchParams({
    Action: 'SendEmail',
    Source: 'Trhovisko posudkov <noreply@testimony.example>',
    'ReplyToAddresses.member.1': 'podpora@testimony.example',
    'Destination.ToAddresses.member.1': to,
    'Message.Subject.Data': subject,
    'Message.Body.Text.Data': text,
    'Message.Body.Html.Data': html,
  });
  const headers = { authorization: 'AWS4-HMAC-SHA256' };
  const response = await fetch(inbox.endpoint, { method: 'POST', body, headers });
  return /<MessageId>(.+?)<\/MessageId>/.exec(await response.text())?.[1] ?? '';
}

const fetchPath = async (path: string) => {
  const response = await fetch(`${inbox.endpoint}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const fetchStoredMails = async (query = '') => JSON.parse((await fetchPath(`/store${query}`)).text);
const findSubjects = (fetchPage: string) =>
  [...fetchPage.matchAll(/<strong lang="sk">([^<]*)</g)].map(([, subject]) => subject);
const page = async (query: Record<string, string> = {}) =>
  (await fetchPath(`/?${new URLSearchParams(query)}`)).text;

it('the inbox returns all mails as JSON in the format of the SES emulator, oldest first', async () => {
  expect(await fetchStoredMails()).toEqual({ emails: [], templates: {} });
  const messageId = await sendMail('eva@example.sk', 'Prvý', { text: 'T', html: 'H' });
  await sendMail('jan@example.sk', 'Druhý');

  expect(await fetchStoredMails()).toEqual({
    templates: {},
    emails: [
      {
        messageId,
        from: 'Trhovisko posudkov <noreply@testimony.example>',
        replyTo: ['podpora@testimony.example'],
        destination: { to: ['eva@example.sk'], cc: [], bcc: [] },
        subject: 'Prvý',
        body: { text: 'T', html: 'H' },
        attachments: [],
        at: expect.any(Number),
      },
      expect.objectContaining({ subject: 'Druhý' }),
    ],
  });
  expect((await fetchStoredMails('?since=99999999999')).emails).toEqual([]);
});

it('the inbox returns only the mails to the e-mail address in the query', async () => {
  await sendMail('eva+1@example.sk', 'Prvý');
  await sendMail('jan@example.sk', 'Druhý');
  const { emails } = await fetchStoredMails();

  const to = new URLSearchParams({ to: 'eva+1@example.sk' });
  expect(await fetchStoredMails(`?${to}`)).toEqual({ emails: [emails[0]], templates: {} });
  expect(await fetchStoredMails('?to=nobody@example.sk')).toEqual({ emails: [], templates: {} });
});

it('the page of the inbox lists the newest mail first', async () => {
  await sendMail('eva@example.sk', 'Prvý');
  await sendMail('jan@example.sk', 'Druhý');

  expect(findSubjects(await page())).toEqual(['Druhý', 'Prvý']);
});

it.each([
  ['mails by a part of the subject without accents', 'vasu PLATBU', ['Prijali sme vašu platbu']],
  ['mails by a part of the e-mail address', 'jan@', ['Máte novú ponuku']],
  ['mails by a word of the text', 'košice', ['Máte novú ponuku']],
  ['nothing when one of the words does not occur', 'platbu nikde', []],
])('the search of the inbox finds %s', async (_, q, subjects) => {
  await sendMail('eva@example.sk', 'Prijali sme vašu platbu');
  await sendMail('jan@example.sk', 'Máte novú ponuku', { text: 'Mesto: Košice' });

  expect(findSubjects(await page({ q }))).toEqual(subjects);
});

it('the page of the inbox shows the sender, the HTML and the text of a mail', async () => {
  const mail = await sendMail('eva@example.sk', 'Prvý', {
    text: 'Otvoriť:\nhttps://www.example/?a=1&b=2\n',
  });

  const text = (await page({ mail })) + (await page({ mail, part: 'Text' }));

  expect(text).toContain('<dd>Trhovisko posudkov &#60;noreply@testimony.example&#62;</dd>');
  expect(text).toContain('<dd>podpora@testimony.example</dd>');
  expect(text).toContain(
    `<iframe src="/mails/${mail}" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox">`,
  );
  expect(text).toContain('<a href="https://www.example/?a=1&#38;b=2" target="_blank">');
});

it('the inbox opens the newest mail, and unknown paths lead to it', async () => {
  await sendMail('eva@example.sk', 'Prvý');
  const newest = await sendMail('jan@example.sk', 'Druhý');

  expect(await page()).toContain(`<iframe src="/mails/${newest}"`);
  const unknown = await fetch(`${inbox.endpoint}/nowhere`, { redirect: 'manual' });
  expect([unknown.status, unknown.headers.get('location')]).toEqual([302, '/']);
});

it('the content security policy of the inbox allows only its own scripts and styles', async () => {
  const { headers } = await fetchPath('/');

  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; font-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self';/,
  );
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

it('the page of the inbox escapes markup in mails and in the query', async () => {
  const evil = `"><script>alert('1')</script>`;
  const mail = await sendMail(`${evil}@example.sk`, evil, { text: evil });

  const text = await page({ mail, q: evil });

  expect(text.match(/<script/g)).toHaveLength(1);
  expect(findSubjects(await page({ q: 'alert' }))).toHaveLength(1);
});

it('the HTML page of a mail runs no scripts and loads no resources', async () => {
  const html = '<!doctype html>\n<html><head><title>x</title></head><body>Dobrý deň</body></html>';
  const mail = await sendMail('eva@example.sk', 'Prvý', { html });

  const { headers, text } = await fetchPath(`/mails/${mail}`);

  expect(text).toBe(html.replace('<head>', '<head><base target="_blank">'));
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  );
});

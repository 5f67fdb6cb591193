/**
 * Tests of the requests of the SES mailer, and of the errors of SES that are permanent or retried
 * (infra/docs/api/mails.md).
 */
import { describe, expect, it } from 'vitest';
import { PermanentFailure } from '../../../../../lib/domain/errors.ts';
import { sesMailer } from '../../../../../lib/platform/aws/mails/mailer.ts';
import { sesError, startFakeServer } from '../../../../support/fake-server.ts';

const NOT_VERIFIED =
  'Email address is not verified. The following identities failed the check in region EU-CENTRAL-1: testimony.example';

const MESSAGE = { name: 'identity-accepted', firstName: 'Jana' } as const;

const SETTINGS = {
  FRONTEND_URL: 'https://www.example',
  MAIL_FROM: 'noreply@testimony.example',
  DIGEST_FROM: 'noreply@novinky.testimony.example',
  TERMS_URL: 'https://www.testimony.example/terms',
  PRIVACY_URL: 'https://www.testimony.example/privacy',
  CONTACT: 'podpora@testimony.example',
};

/** Sends a mail and returns the request that SES receives. */
async function captureSesRequest(environment: Record<string, string>): Promise<URLSearchParams> {
  const ses = await startFakeServer(() => sesError('MessageRejected', 400, 'no'));
  const mailer = sesMailer({
    ...SETTINGS,
    AWS_ENDPOINT_URL_SES: ses.url,
    ...environment,
  });
  await expect(
    mailer.send('jana@znalci.example', mailer.render(MESSAGE, 'https://www.testimony.example')),
  ).rejects.toThrow();
  return new URLSearchParams(String(ses.calls[0]?.body));
}

it.each([
  ['podpora@testimony.example', /napíšte na podpora@testimony\.example\./],
  ['', /odpovede na ňu nikto nečíta\./],
])(
  'the mailer sets Reply-To and the note on replies for the support e-mail "%s"',
  async (SUPPORT_EMAIL, words) => {
    const requestParameters = await captureSesRequest({ SUPPORT_EMAIL });

    expect(requestParameters.get('ReplyToAddresses.member.1') ?? '').toBe(SUPPORT_EMAIL);
    expect(requestParameters.get('Message.Body.Text.Data')).toMatch(words);
    expect(requestParameters.get('Message.Body.Html.Data')).toMatch(words);
  },
);

describe('digests, which need headers for unsubscribing', () => {
  const UNSUBSCRIBE_URL = 'https://api.example/api/v1/digests/unsubscribe/x?signature=y';
  const MAIL = {
    subject: 'Nové posudky vo vašich krajoch, ktoré čakajú na ponuku',
    text: 'Žiadosť\n',
    html: '<p>č</p>',
  };

  const decode = (text: string) => Buffer.from(text, 'base64').toString();

  /** Sends a digest, and returns the request and the message in it. */
  async function sendDigest(environment: Record<string, string> = {}) {
    const ses = await startFakeServer(() => ({ status: 200, body: '<SendRawEmailResponse/>' }));
    const mailer = sesMailer({ ...SETTINGS, AWS_ENDPOINT_URL_SES: ses.url, ...environment });
    await mailer.send('jana@znalci.example', MAIL, UNSUBSCRIBE_URL);
    const form = new URLSearchParams(String(ses.calls[0]?.body));
    return { form, raw: Buffer.from(form.get('RawMessage.Data') ?? '', 'base64').toString() };
  }

  it('the mailer sends a digest from the sender address of digests with the headers of RFC 8058', async () => {
    const { form, raw } = await sendDigest();

    expect(Object.fromEntries(form)).toMatchObject({
      Action: 'SendRawEmail',
      'Destinations.member.1': 'jana@znalci.example',
    });
    expect(raw.split('\r\n')).toEqual(
      expect.arrayContaining([
        'From: Trhovisko posudkov <noreply@novinky.testimony.example>',
        'To: jana@znalci.example',
        `List-Unsubscribe: <${UNSUBSCRIBE_URL}>`,
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ]),
    );
    const [, subject = ''] = /^Subject: (.*(?:\r\n .*)*)/m.exec(raw) ?? [];
    const words = [...subject.matchAll(/=\?UTF-8\?B\?(.*?)\?=/g)].map(([, word = '']) => decode(word));
    const parts = [...raw.matchAll(/Encoding: base64\r\n\r\n(.*?)\r\n--/gs)].map(([, part = '']) =>
      decode(part),
    );
    expect([words.join(''), ...parts]).toEqual([MAIL.subject, MAIL.text, MAIL.html]);
  });

  it('the lines of a digest are ASCII and at most 998 characters long', async () => {
    const { raw } = await sendDigest();

    expect(raw).toMatch(/^[\x20-\x7e\r\n]+$/);
    expect(Math.max(...raw.split('\r\n').map(line => line.length))).toBeLessThanOrEqual(998);
  });
});

/** Sends a mail through a fake SES that returns the given error, and returns the error of the mailer. */
async function captureSendError(code: string, message: string): Promise<unknown> {
  const ses = await startFakeServer(() => sesError(code, 400, message));
  const mailer = sesMailer({
    ...SETTINGS,
    AWS_ENDPOINT_URL_SES: ses.url,
  });
  return mailer
    .send('jana@znalci.example', mailer.render(MESSAGE, 'https://www.testimony.example'))
    .catch(error => error);
}

it.each([
  ['MessageRejected', 'Address blacklisted.'],
  ['InvalidParameterValue', "Missing final '@domain'"],
])('the mailer fails permanently when SES rejects the recipient: %s, %s', async (code, message) => {
  const error = await captureSendError(code, message);

  expect(error).toBeInstanceOf(PermanentFailure);
  expect(error).toMatchObject({ message: code, cause: { name: code, message } });
});

it.each([
  ['MessageRejected', NOT_VERIFIED],
  ['MessageRejected', 'Sending paused for this account.'],
  ['AccountSendingPausedException', 'Email sending is disabled for your account.'],
  ['MailFromDomainNotVerifiedException', 'The MX record could not be read.'],
  ['Throttling', 'Maximum sending rate exceeded.'],
])('the mailer rethrows an SES error that is not about the recipient: %s, %s', async (code, message) => {
  const error = await captureSendError(code, message);

  expect(error).not.toBeInstanceOf(PermanentFailure);
  expect(error).toMatchObject({ message });
});

/** SES implementation of the mailer. */
import { randomUUID } from 'node:crypto';
import { SendEmailCommand, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { PermanentFailure } from '../../../domain/errors.ts';
import type { RenderedMail } from '../../../domain/model/mails/mail-record.ts';
import type { Mailer } from '../../../domain/ports/services.ts';
import { readLegalLinks } from '../../../legal-links.ts';
import { log } from '../../../log.ts';
import { renderMail } from '../../../mail/render.ts';
import { type Environment, isSandbox, requireVariable } from '../../environment.ts';
import { createSesClient } from '../clients.ts';

/** Names of the errors with which SES rejects an address or a message permanently; a retry would not help. */
const PERMANENT = new Set(['MessageRejected', 'InvalidParameterValue']);

/**
 * Matches error messages about our own SES account, for example when an identity is not verified, or sending is paused
 * or suspended. (In SES's own sandbox, a recipient's identity must also be verified.) SES gives these errors the names
 * in `PERMANENT`, so only the message shows that a retry may help.
 */
const OUR_ACCOUNT = /not verified|paused|suspended/i;

/** Display name of the sender. It is plain ASCII, so the header needs no encoding. */
const SENDER = 'Trhovisko posudkov';

export function sesMailer(environment: Environment): Mailer {
  const ses = createSesClient(environment);
  const Source = `${SENDER} <${requireVariable(environment, 'MAIL_FROM')}>`;
  const digestSource = `${SENDER} <${requireVariable(environment, 'DIGEST_FROM')}>`;
  const support = environment.SUPPORT_EMAIL;
  const settings = {
    support,
    legalLinks: readLegalLinks(environment),
  };
  const isMailed = recipientsOf(environment);

  return {
    render: (message, frontendUrl) => renderMail(message, { ...settings, frontendUrl }),

    async send(to, mail, unsubscribeUrl) {
      if (!isMailed(to)) {
        log.info({ event: 'mail.held' });
        return 'held';
      }
      const sent = unsubscribeUrl
        ? ses.send(createDigestCommand({ from: digestSource, to, support, mail, unsubscribeUrl }))
        : ses.send(createMailCommand(Source, to, support, mail));
      try {
        const { MessageId: messageId = '' } = await sent;
        log.info({ event: 'mail.sent', messageId });
        return 'sent';
      } catch (error) {
        if (isPermanent(error)) throw new PermanentFailure(error.name, { cause: error });
        throw error;
      }
    },
  };
}

function createMailCommand(
  Source: string,
  to: string,
  support: string | undefined,
  { subject, html, text }: RenderedMail,
): SendEmailCommand {
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  return new SendEmailCommand({
    Source,
    ...(support && { ReplyToAddresses: [support] }),
    Destination: { ToAddresses: [to] },
    Message: { Subject: utf8(subject), Body: { Html: utf8(html), Text: utf8(text) } },
  });
}

interface Digest {
  readonly from: string;
  readonly to: string;
  readonly support: string | undefined;
  readonly mail: RenderedMail;
  readonly unsubscribeUrl: string;
}

/**
 * Creates the command for a mail with the headers of RFC 8058. Only a raw message can have these headers
 * (infra/decisions/0041-unsubscription.md).
 */
function createDigestCommand({ from, to, support, mail, unsubscribeUrl }: Digest): SendRawEmailCommand {
  const boundary = `part-${randomUUID()}`;
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    ...(support ? [`Reply-To: ${support}`] : []),
    `Subject: ${encodeHeader(mail.subject)}`,
    `List-Unsubscribe: <${unsubscribeUrl}>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...createPart(boundary, 'text/plain', mail.text),
    ...createPart(boundary, 'text/html', mail.html),
    `--${boundary}--`,
    '',
  ];
  return new SendRawEmailCommand({
    Destinations: [to],
    RawMessage: { Data: Buffer.from(lines.join('\r\n')) },
  });
}

/** Encodes a header as words of at most 75 characters (RFC 2047) that do not split a character. */
function encodeHeader(text: string): string {
  const words = text.match(/.{1,20}/gsu) ?? [];
  return words.map(word => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

/** Creates a part of the body in lines of at most 76 characters. */
const createPart = (boundary: string, type: string, content: string): string[] => [
  `--${boundary}`,
  `Content-Type: ${type}; charset=UTF-8`,
  'Content-Transfer-Encoding: base64',
  '',
  ...(Buffer.from(content)
    .toString('base64')
    .match(/.{1,76}/g) ?? []),
];

/** Returns whether a retry is pointless. Errors about our own account are retried, because operators can fix them. */
function isPermanent(error: unknown): error is Error {
  return error instanceof Error && PERMANENT.has(error.name) && !OUR_ACCOUNT.test(error.message);
}

/**
 * Returns a predicate for the addresses that may receive mail. The sandbox sends only to the addresses and domains
 * that its stage lists, where `*` means every address (infra/docs/api/mails.md#delivery).
 */
function recipientsOf(environment: Environment): (address: string) => boolean {
  if (!isSandbox(environment)) return () => true;
  const listed = new Set(
    requireVariable(environment, 'MAILED_TO')
      .toLowerCase()
      .split(/[\s,]+/),
  );
  return address =>
    ['*', address, address.slice(address.lastIndexOf('@') + 1)].some(each => listed.has(each));
}

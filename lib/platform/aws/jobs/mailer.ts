/** SES implementation of the mailer. */
import { type SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import { PermanentFailure } from '../../../domain/errors.ts';
import type { Mailer } from '../../../domain/ports/services.ts';
import { log } from '../../../log.ts';
import { renderMail } from '../../../mail/render.ts';
import { type Environment, isSandbox, requireVariable } from '../../environment.ts';
import { createSesClient } from '../clients.ts';

/** Names of the errors with which SES rejects an address or a message permanently; a retry would not help. */
const PERMANENT = new Set(['MessageRejected', 'InvalidParameterValue']);

/**
 * Matches error messages about our own SES account: an identity is not verified, or sending is paused or suspended. In
 * SES's own sandbox, a recipient's identity must be verified, too. SES gives these errors the names in `PERMANENT`, so
 * only the message shows that a retry may help.
 */
const OUR_ACCOUNT = /not verified|paused|suspended/i;

/** Display name of the sender. It is plain ASCII, so the header needs no encoding. */
const SENDER = 'Trhovisko posudkov';

export function sesMailer(environment: Environment, ses: SESClient = createSesClient(environment)): Mailer {
  const Source = `${SENDER} <${requireVariable(environment, 'MAIL_FROM')}>`;
  const support = environment.SUPPORT_EMAIL;
  const isMailed = recipientsOf(environment);

  return {
    render: message => renderMail(message, support),

    async send(to, { subject, html, text }) {
      if (!isMailed(to)) {
        log.info({ event: 'mail.held' });
        return 'held';
      }
      const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
      const command = new SendEmailCommand({
        Source,
        ...(support && { ReplyToAddresses: [support] }),
        Destination: { ToAddresses: [to] },
        Message: { Subject: utf8(subject), Body: { Html: utf8(html), Text: utf8(text) } },
      });
      try {
        const { MessageId: messageId = '' } = await ses.send(command);
        log.info({ event: 'mail.sent', messageId });
        return 'sent';
      } catch (error) {
        if (isPermanent(error)) throw new PermanentFailure(error.name, { cause: error });
        throw error;
      }
    },
  };
}

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

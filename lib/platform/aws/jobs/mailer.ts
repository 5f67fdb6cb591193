/** Mail through SES. */
import { type SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import { PermanentFailure } from '../../../domain/errors.ts';
import type { Mailer } from '../../../domain/ports/services.ts';
import { renderMail } from '../../../mail/render.ts';
import { type Environment, isSandbox, requireVariable } from '../../environment.ts';
import { createSesClient } from '../clients.ts';

/** SES goes on refusing the address or the message, however often it is asked. */
const PERMANENT = new Set(['MessageRejected', 'InvalidParameterValue']);

/**
 * Under the same name SES refuses what is our account's fault: an identity of ours that is not verified (in SES's
 * own sandbox also the recipient's), sending paused or suspended. Only the text tells them apart.
 */
const OUR_ACCOUNT = /not verified|paused|suspended/i;

/** What a mail's reader sees in the place of the address. In ASCII, so that it stands in the header as it is. */
const SENDER = 'Trhovisko posudkov';

export function sesMailer(environment: Environment, ses: SESClient = createSesClient(environment)): Mailer {
  const Source = `${SENDER} <${requireVariable(environment, 'MAIL_FROM')}>`;
  const support = environment.SUPPORT_EMAIL;
  const isMailed = recipientsOf(environment);

  return {
    render: message => renderMail(message, support),

    async send(to, { subject, html, text }) {
      if (!isMailed(to)) return 'held';
      const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
      const command = new SendEmailCommand({
        Source,
        ...(support && { ReplyToAddresses: [support] }),
        Destination: { ToAddresses: [to] },
        Message: { Subject: utf8(subject), Body: { Html: utf8(html), Text: utf8(text) } },
      });
      try {
        await ses.send(command);
        return 'sent';
      } catch (error) {
        if (isPermanent(error)) throw new PermanentFailure(error.name, { cause: error });
        throw error;
      }
    },
  };
}

/** Contract §4, mails: a refusal that concerns our account passes once somebody mends that. */
function isPermanent(error: unknown): error is Error {
  return error instanceof Error && PERMANENT.has(error.name) && !OUR_ACCOUNT.test(error.message);
}

/** The sandbox mails the addresses and domains that its stage lists, `*` being everybody (infra/docs/api/mails.md). */
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

/** Mail through SES. */
import { type SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import { PermanentFailure } from '../../../domain/errors.ts';
import type { Mailer } from '../../../domain/ports/outside.ts';
import { write } from '../../../mail/write.ts';
import { type Environment, required } from '../../environment.ts';
import { openSes } from '../clients.ts';

/** What SES will go on refusing however often it is asked. */
const PERMANENT = new Set(['MessageRejected', 'InvalidParameterValue', 'AccountSendingPausedException']);

export function sesMailer(environment: Environment, ses: SESClient = openSes(environment)): Mailer {
  const Source = required(environment, 'MAIL_FROM');

  return {
    async send(to, message) {
      const { subject, html, text } = write(message);
      const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
      const command = new SendEmailCommand({
        Source,
        Destination: { ToAddresses: [to] },
        Message: { Subject: utf8(subject), Body: { Html: utf8(html), Text: utf8(text) } },
      });
      try {
        await ses.send(command);
      } catch (error) {
        if (error instanceof Error && PERMANENT.has(error.name)) {
          throw new PermanentFailure(error.name, { cause: error });
        }
        throw error;
      }
    },
  };
}

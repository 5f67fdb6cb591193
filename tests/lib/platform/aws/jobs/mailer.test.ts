/** Which refusals of SES end a mail's job, and which are tried again (contract §4, mails). */
import { describe, expect, it } from 'vitest';
import { PermanentFailure } from '../../../../../lib/domain/errors.ts';
import { sesMailer } from '../../../../../lib/platform/aws/jobs/mailer.ts';
import { sesError, standIn } from '../../../../support/stand-in.ts';

const NOT_VERIFIED =
  'Email address is not verified. The following identities failed the check in region EU-CENTRAL-1: testimony.example';

/** What a mail's job meets when SES answers so. */
async function refusalOf(code: string, message: string): Promise<unknown> {
  const ses = await standIn(() => sesError(code, 400, message));
  const mailer = sesMailer({ MAIL_FROM: 'noreply@testimony.example', AWS_ENDPOINT_URL_SES: ses.url });
  const mail = mailer.word({ name: 'password-changed', firstName: 'Jana' });
  return mailer.send('jana@znalci.example', mail).catch(error => error);
}

describe('a refusal by SES', () => {
  it.each([
    ['MessageRejected', 'Address blacklisted.'],
    ['InvalidParameterValue', "Missing final '@domain'"],
  ])('that concerns the address ends the job: %s, %s', async (code, message) => {
    const refusal = await refusalOf(code, message);

    expect(refusal).toBeInstanceOf(PermanentFailure);
    expect(refusal).toMatchObject({ message: code, cause: { name: code, message } });
  });

  it.each([
    ['MessageRejected', NOT_VERIFIED],
    ['MessageRejected', 'Sending paused for this account.'],
    ['MessageRejected', 'Sending suspended for this account.'],
    ['AccountSendingPausedException', 'Email sending is disabled for your account.'],
    ['ConfigurationSetSendingPausedException', 'Email sending is disabled for the configuration set.'],
    ['MailFromDomainNotVerifiedException', 'The MX record could not be read.'],
    ['Throttling', 'Maximum sending rate exceeded.'],
    ['Throttling', 'Daily message quota exceeded.'],
  ])('that concerns our account is tried again: %s, %s', async (code, message) => {
    const refusal = await refusalOf(code, message);

    expect(refusal).not.toBeInstanceOf(PermanentFailure);
    expect(refusal).toMatchObject({ message });
  });
});

/** Sample mails, one of each kind and recipient role, for tests and screenshots. */
import type { MailMessage } from '../../../lib/domain/model/mails/mail.ts';
import { MAIL_DESCRIPTIONS } from '../../../lib/mail/mail-descriptions.ts';

export const SAMPLE_MAILS: readonly MailMessage[] = Object.entries(MAIL_DESCRIPTIONS).flatMap(
  ([name, { sample }]): MailMessage[] => {
    const mail = { name, firstName: 'Jana', ...sample } as MailMessage;
    return 'to' in mail ? [mail, { ...mail, to: 'expert' }] : [mail];
  },
);

/** Settings of a stage without a support address and without links in the footer. */
export const SAMPLE_SETTINGS = { frontendUrl: 'https://www.example' };

export const SAMPLE_LINKS = {
  terms: 'https://www.testimony.example/terms',
  privacy: 'https://www.testimony.example/privacy',
  contact: 'mailto:podpora@testimony.example',
};

/** Renderer of mails (infra/docs/api/mails.md). */
import type { MailMessageOf, MailName } from '../domain/model/mail.ts';
import type { LegalLinks } from '../legal-links.ts';
import { accountMails } from './account-mails.ts';
import { cancellationMails } from './cancellation-mails.ts';
import { complaintMails } from './complaint-mails.ts';
import type { MailContent, MailCreators } from './content.ts';
import { deliveryMails } from './delivery-mails.ts';
import { expertMails } from './expert-mails.ts';
import { type Mail, renderLayout } from './layout.ts';
import { offerMails } from './offer-mails.ts';
import { partnerMails } from './partner-mails.ts';
import { paymentMails } from './payment-mails.ts';
import { secondFactorMails } from './second-factor-mails.ts';

const MAIL_CREATORS = {
  ...accountMails,
  ...secondFactorMails,
  ...cancellationMails,
  ...complaintMails,
  ...deliveryMails,
  ...expertMails,
  ...offerMails,
  ...partnerMails,
  ...paymentMails,
} satisfies Required<MailCreators>;

/**
 * Renders a mail.
 * @param support the support e-mail address of the stage, if it has one
 * @param legalLinks links of the footer; undefined if it has none
 */
export function renderMail<Name extends MailName>(
  message: MailMessageOf<Name>,
  support?: string,
  legalLinks?: LegalLinks,
): Mail {
  const createContent = MAIL_CREATORS[message.name] as (message: MailMessageOf<Name>) => MailContent;
  const content = createContent(message);
  const name = content.greetsByName === false ? null : message.firstName;
  return renderLayout(
    { ...content, greeting: name ? `Dobrý deň, ${name},` : 'Dobrý deň,' },
    support,
    legalLinks,
  );
}

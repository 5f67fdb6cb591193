/** Renderer of mails (infra/docs/api/mails.md). */
import type { MailMessageOf, MailName } from '../domain/model/mails/mail.ts';
import type { RenderedMail } from '../domain/model/mails/mail-record.ts';
import type { LegalLinks } from '../legal-links.ts';
import { accountMails } from './account-mails.ts';
import { cancellationMails } from './cancellation-mails.ts';
import { complaintMails } from './complaint-mails.ts';
import type { MailContent, MailCreators } from './content.ts';
import { deliveryMails } from './delivery-mails.ts';
import { expertMails } from './expert-mails.ts';
import { renderLayout } from './layout.ts';
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

/** Settings of the stage that mails contain. */
export interface MailSettings {
  readonly frontendUrl: string;
  /** The support e-mail address of the stage, if it has one. */
  readonly support?: string | undefined;
  /** Links of the footer; undefined if it has none. */
  readonly legalLinks?: LegalLinks;
}

/** Renders a mail. Paths of pages in its content become URLs of the frontend. */
export function renderMail<Name extends MailName>(
  message: MailMessageOf<Name>,
  { frontendUrl, support, legalLinks }: MailSettings,
): RenderedMail {
  const toUrl = (link: string) => (link.startsWith('/') ? `${frontendUrl}${link}` : link);
  const createContent = MAIL_CREATORS[message.name] as (message: MailMessageOf<Name>) => MailContent;
  const { action, list = [], greetsByName = true, ...content } = createContent(message);
  const name = greetsByName && message.firstName;
  return renderLayout(
    {
      ...content,
      greeting: name ? `Dobrý deň, ${name},` : 'Dobrý deň,',
      list: list.map(([label, value, link]) => [label, value, link && toUrl(link)]),
      ...(action && { action: { ...action, url: toUrl(action.url) } }),
    },
    support,
    legalLinks,
  );
}

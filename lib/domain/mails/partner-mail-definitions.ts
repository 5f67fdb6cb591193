/** Definitions of the mails to partners. */
import type { MailType } from '../model/mails/mail.ts';
import type { PartnerChange } from '../model/partners/partner.ts';
import type { MailDefinitions } from './mail-definition.ts';

declare module '../model/mails/mail.ts' {
  interface MailTypes {
    /** The task has the id of the partner as its `userId`, because a partner has no account. */
    'partner-changed': MailType<MailedPartnerChange & { readonly partnerId: string }, MailedPartnerChange>;
  }
}

interface MailedPartnerChange {
  /** Change of the partner, or `webhook-disabled` after the service has disabled the webhook for failed deliveries. */
  readonly change: PartnerChange | 'webhook-disabled';
}

export const partnerMailDefinitions = {
  'partner-changed': { limitClass: 'security' },
} satisfies Partial<MailDefinitions>;

/** Definitions of the mails to partners. */
import type { MailType } from '../model/mails/mail.ts';
import type { PartnerChange } from '../model/partners/partner.ts';
import type { MailDefinitions } from './mail-definition.ts';

declare module '../model/mails/mail.ts' {
  interface MailTypes {
    /** The `userId` of its task is the id of the partner. */
    'partner-changed': MailType<MailedPartnerChange & { readonly partnerId: string }, MailedPartnerChange>;
  }
}

interface MailedPartnerChange {
  /** `webhook-disabled`: the webhook was disabled, because deliveries to it failed. */
  readonly change: PartnerChange | 'webhook-disabled';
}

export const partnerMailDefinitions = {
  'partner-changed': {
    limitClass: 'security',
    loadFacts: async (_, { userId: partnerId, change }) => ({ partnerId, change }),
  },
} satisfies Partial<MailDefinitions>;

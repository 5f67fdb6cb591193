/** Definitions of the mails to partners. */
import type { MailType } from '../model/mail.ts';
import type { PartnerChange } from '../model/partner.ts';
import type { MailDefinitions } from './mail-definition.ts';

declare module '../model/mail.ts' {
  interface MailTypes {
    /** The `userId` of its task is the id of the partner. */
    'partner-changed': MailType<
      { readonly change: PartnerChange; readonly partnerId: string },
      { readonly change: PartnerChange }
    >;
  }
}

export const partnerMailDefinitions = {
  'partner-changed': {
    limitClass: 'security',
    loadFacts: async (_, { userId: partnerId, change }) => ({ partnerId, change }),
  },
} satisfies Partial<MailDefinitions>;

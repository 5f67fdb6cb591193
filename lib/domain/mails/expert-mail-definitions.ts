/** Definitions of the mails to experts about their approval and new testimonies. */

import type { IdentityReview } from '../model/accounts/account.ts';
import type { DigestClaim } from '../model/mails/digest.ts';
import type { MailType } from '../model/mails/mail.ts';
import { loadNoFacts, type MailDefinitions, SECURITY_NOTICE } from './mail-definition.ts';
import { gatherDigestFacts } from './new-testimony-digest.ts';

declare module '../model/mails/mail.ts' {
  interface MailTypes {
    'expert-approved': MailType<{
      /** Whether the e-mail address is verified, which making an offer requires. */
      readonly emailVerified: boolean;
      /** State of the identity review. Clients see an expert's offers only if the state is `accepted`. */
      readonly identityReview: IdentityReview;
    }>;
    'identity-accepted': MailType;
    'identity-rejected': MailType<RejectionReason, RejectionReason>;
    'payment-account-attention': MailType;
    'payment-account-opened': MailType;
    'new-testimonies': MailType<{
      readonly testimonies: readonly ListedTestimony[];
      /** Whether there are more testimonies than the mail lists. */
      readonly hasMore: boolean;
      /** Link through which mail services switch digests off. It appears only in the headers of the mail. */
      readonly unsubscribeUrl: string;
      /**
       * Claim of the period that the digest covers, committed before the mail is sent. It does not appear in the mail.
       */
      readonly claim: DigestClaim;
    }>;
  }
}

interface RejectionReason {
  readonly reason: string | null;
}

interface ListedTestimony {
  readonly id: string;
  readonly type: string;
  /** Area in square metres. */
  readonly area?: number | undefined;
  readonly region: string;
}

export const expertMailDefinitions = {
  'expert-approved': {
    limitClass: 'access',
    loadFacts: async user =>
      user.role === 'expert'
        ? { emailVerified: user.emailVerified, identityReview: user.identityReview }
        : undefined,
  },
  'identity-accepted': { limitClass: 'other', loadFacts: loadNoFacts },
  'identity-rejected': { limitClass: 'other', loadFacts: async (_, { reason }) => ({ reason }) },
  'payment-account-attention': {
    limitClass: 'other',
    loadFacts: async user =>
      user.role === 'expert' && !user.approval.paymentAccountVerified ? {} : undefined,
  },
  'payment-account-opened': SECURITY_NOTICE,
  'new-testimonies': {
    limitClass: 'other',
    loadFacts: (user, _, deps, job) => gatherDigestFacts(user, job, deps),
  },
} satisfies Partial<MailDefinitions>;

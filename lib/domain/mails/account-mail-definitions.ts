/** Definitions of the mails about an account and its security. */
import { createVerificationLink } from '../accounts/email-verification.ts';
import { createResetLink } from '../accounts/password-reset.ts';
import type { User } from '../model/accounts/account.ts';
import type { MailType, ToAddress, ToOwnAddress } from '../model/mails/mail.ts';
import { type MailDefinitions, SECURITY_NOTICE } from './mail-definition.ts';

declare module '../model/mails/mail.ts' {
  interface MailTypes {
    'verify-email': MailType<
      {
        readonly link: string;
        /** Whether the account has had this e-mail address since its registration. */
        readonly isNewAccount: boolean;
      },
      ToAddress
    >;
    'password-reset': MailType<{ readonly link: string }, ToAddress>;
    'password-changed': MailType<object, ToOwnAddress>;
    'email-changed': MailType<
      {
        /** Id of the account, by which operators find the account. */
        readonly accountId: string;
        /** Whether the former address is reserved for 72 hours, so that operators can restore it. */
        readonly isReserved: boolean;
      },
      ToOwnAddress
    >;
    'failed-logins': MailType<object, ToAddress>;
    'wrong-codes': MailType<object, ToAddress>;
    'email-restored': MailType<
      {
        /** Whether the mail goes to the restored address, and not to the address that was removed. */
        readonly isRestoredAddress: boolean;
      },
      ToOwnAddress
    >;
    'account-locked': ReasonedNotice;
    'account-unlocked': ReasonedNotice;
    'second-factor-on': MailType;
    'second-factor-off': MailType;
    'second-factor-removed': ReasonedNotice;
    'recovery-code-used': MailType<UnusedCodes, UnusedCodes>;
    'sessions-ended': ReasonedNotice;
    'bank-account-changed': MailType<{ readonly ibanEnd: string }, ToOwnAddress>;
    'data-exported': MailType;
    'account-closed': MailType<object, ToOwnAddress & { readonly partnerId?: string }>;
  }
}

interface OperatorReason {
  readonly reason: string;
}

/** A notice that contains the operator's reason. */
type ReasonedNotice = MailType<OperatorReason, OperatorReason>;

interface UnusedCodes {
  /** Number of remaining recovery codes. */
  readonly left: number;
}

const REASONED_NOTICE = {
  limitClass: 'security',
  loadFacts: async (_: User, { reason }: OperatorReason) => ({ reason }),
} as const;

const LOGIN_WARNING = {
  limitClass: 'security',
  loadFacts: async ({ email, lockedAt }: User, { to }: ToAddress) =>
    email === to && !lockedAt ? {} : undefined,
} as const;

export const accountMailDefinitions = {
  'verify-email': {
    limitClass: 'access',
    loadFacts: async (user, { to }, deps) =>
      user.emailVerified || user.lockedAt || user.email !== to
        ? undefined
        : {
            link: await createVerificationLink(user, deps),
            isNewAccount: user.emailSince === user.createdAt,
          },
  },
  'password-reset': {
    limitClass: 'access',
    loadFacts: async (user, { to }, deps) =>
      user.email === to && !user.lockedAt ? { link: await createResetLink(user, deps) } : undefined,
  },
  'password-changed': SECURITY_NOTICE,
  'failed-logins': LOGIN_WARNING,
  'wrong-codes': LOGIN_WARNING,
  'email-changed': {
    limitClass: 'security',
    loadFacts: async ({ id: accountId }, { isVerified: isReserved = false }) => ({
      accountId,
      isReserved,
    }),
  },
  'email-restored': {
    limitClass: 'security',
    loadFacts: async (user, { to }) => ({ isRestoredAddress: to === user.email }),
  },
  'account-locked': REASONED_NOTICE,
  'account-unlocked': REASONED_NOTICE,
  'second-factor-on': SECURITY_NOTICE,
  'second-factor-off': SECURITY_NOTICE,
  'second-factor-removed': REASONED_NOTICE,
  'recovery-code-used': { limitClass: 'security', loadFacts: async (_, { left }) => ({ left }) },
  'sessions-ended': REASONED_NOTICE,
  'bank-account-changed': {
    limitClass: 'security',
    loadFacts: async user =>
      user.role === 'expert' ? { ibanEnd: user.bankAccount.iban.slice(-4) } : undefined,
  },
  'data-exported': SECURITY_NOTICE,
  'account-closed': { limitClass: 'security' },
} satisfies Partial<MailDefinitions>;

/** Definitions of the mails about an account and its security. */
import { createVerificationLink } from '../accounts/email-verification.ts';
import { createResetLink } from '../accounts/password-reset.ts';
import type { User } from '../model/account.ts';
import type { MailType, ToAddress, ToOwnAddress } from '../model/mail.ts';
import { loadNoFacts, type MailDefinitions } from './mail-definition.ts';

declare module '../model/mail.ts' {
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
        /** Number of the account, by which operators find it. */
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
    'account-locked': MailType<OperatorReason, OperatorReason>;
    'account-unlocked': MailType<OperatorReason, OperatorReason>;
    'second-factor-on': MailType;
    'second-factor-off': MailType;
    'second-factor-removed': MailType<OperatorReason, OperatorReason>;
    'recovery-code-used': MailType<UnusedCodes, UnusedCodes>;
    'sessions-ended': MailType<OperatorReason, OperatorReason>;
    'bank-account-changed': MailType<{ readonly ibanEnd: string }, ToOwnAddress>;
    'data-exported': MailType;
    'account-closed': MailType<object, ToOwnAddress & { readonly partnerId?: string }>;
  }
}

interface OperatorReason {
  readonly reason: string;
}

interface UnusedCodes {
  /** Number of remaining recovery codes. */
  readonly left: number;
}

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
  'password-changed': { limitClass: 'security', loadFacts: loadNoFacts },
  'failed-logins': { limitClass: 'security', loadFacts: loginWarningFacts },
  'wrong-codes': { limitClass: 'security', loadFacts: loginWarningFacts },
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
  'account-locked': { limitClass: 'security', loadFacts: async (_, { reason }) => ({ reason }) },
  'account-unlocked': { limitClass: 'security', loadFacts: async (_, { reason }) => ({ reason }) },
  'second-factor-on': { limitClass: 'security', loadFacts: loadNoFacts },
  'second-factor-off': { limitClass: 'security', loadFacts: loadNoFacts },
  'second-factor-removed': { limitClass: 'security', loadFacts: async (_, { reason }) => ({ reason }) },
  'recovery-code-used': { limitClass: 'security', loadFacts: async (_, { left }) => ({ left }) },
  'sessions-ended': { limitClass: 'security', loadFacts: async (_, { reason }) => ({ reason }) },
  'bank-account-changed': {
    limitClass: 'security',
    loadFacts: async user =>
      user.role === 'expert' ? { ibanEnd: user.bankAccount.iban.slice(-4) } : undefined,
  },
  'data-exported': { limitClass: 'security', loadFacts: loadNoFacts },
  'account-closed': { limitClass: 'security', loadFacts: loadNoFacts },
} satisfies Partial<MailDefinitions>;

async function loginWarningFacts(
  { email, lockedAt }: User,
  { to }: { readonly to: string },
): Promise<object | undefined> {
  return email === to && !lockedAt ? {} : undefined;
}

/** Facts for each mail, read from the account and the testimony at the time of sending. */
import { createVerificationLink } from '../accounts/email-verification.ts';
import { createResetLink } from '../accounts/password-reset.ts';
import type { User } from '../model/account.ts';
import { hasOpenComplaint } from '../model/delivered-document.ts';
import type { Job } from '../model/job.ts';
import type { FactsByMail, MailName, MailTaskOf } from '../model/mail.ts';
import { borneByPlatform } from '../money/ledger.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { gatherDigestFacts } from './new-testimony-digest.ts';
import {
  findComplaintPeriod,
  gatherDateFacts,
  gatherDocumentFacts,
  gatherOfferFacts,
  gatherTestimonyFacts,
  getFullName,
  isOfferHidden,
} from './testimony-mail-facts.ts';

export type MailFactDependencies = Pick<
  Dependencies,
  'accounts' | 'clock' | 'digests' | 'links' | 'partners' | 'random' | 'resetTokens' | 'testimonies'
>;

/** Gathers the facts of a mail. Resolves to undefined when the mail no longer applies and must not be sent. */
type Gather<Name extends MailName> = (
  user: User,
  task: MailTaskOf<Name>,
  deps: MailFactDependencies,
  job: Job,
) => Promise<FactsByMail[Name] | undefined>;

const loadNoFacts = async () => ({});

export const FACT_LOADERS_BY_MAIL: { readonly [Name in MailName]: Gather<Name> } = {
  'verify-email': async (user, { to }, deps) =>
    user.emailVerified || user.lockedAt || user.email !== to
      ? undefined
      : {
          link: await createVerificationLink(user, deps),
          isNewAccount: user.emailSince === user.createdAt,
        },
  'expert-approved': async user =>
    user.role === 'expert'
      ? { emailVerified: user.emailVerified, identityReview: user.identityReview }
      : undefined,
  'password-reset': async (user, { to }, deps) =>
    user.email === to && !user.lockedAt ? { link: await createResetLink(user, deps) } : undefined,
  'password-changed': loadNoFacts,
  'failed-logins': loginWarningFacts,
  'wrong-codes': loginWarningFacts,
  'email-changed': async ({ id: accountId }, { isVerified: isReserved = false }) => ({
    accountId,
    isReserved,
  }),
  'email-restored': async (user, { to }) => ({
    isRestoredAddress: to === user.email,
  }),
  'account-locked': async (_, { reason }) => ({ reason }),
  'account-unlocked': async (_, { reason }) => ({ reason }),
  'second-factor-on': loadNoFacts,
  'second-factor-off': loadNoFacts,
  'second-factor-removed': async (_, { reason }) => ({ reason }),
  'recovery-code-used': async (_, { left }) => ({ left }),
  'sessions-ended': async (_, { reason }) => ({ reason }),
  'bank-account-changed': async user =>
    user.role === 'expert' ? { ibanEnd: user.bankAccount.iban.slice(-4) } : undefined,
  'data-exported': loadNoFacts,
  'identity-accepted': loadNoFacts,
  'identity-rejected': async (_, { reason }) => ({ reason }),
  'new-offer': async (_, task, deps) => {
    const found = await gatherOfferFacts(task, deps);
    return found && (await isOfferHidden(found.offer, deps)) ? undefined : found?.facts;
  },
  'offer-accepted': async (_, task, deps) => {
    const found = await gatherOfferFacts(task, deps);
    if (!found) return undefined;
    const { payment, contact, dueAt } = found.testimony;
    return { ...found.facts, dueAt, client: getFullName(contact), commission: payment?.commission ?? 0 };
  },
  'payment-received': async (_, task, deps) => {
    const found = await gatherOfferFacts(task, deps);
    return found && { ...found.facts, dueAt: found.testimony.dueAt, expert: getFullName(found.offer.expert) };
  },
  'not-chosen': (_, task, deps) => gatherTestimonyFacts(task, deps, () => ({})),
  'due-soon': (_, task, deps) => gatherDateFacts(task, deps),
  overdue: (_, task, deps) => gatherDateFacts(task, deps),
  'overdue-for-client': (_, task, deps) => gatherDateFacts(task, deps),
  completed: (_, task, deps) =>
    gatherTestimonyFacts(task, deps, testimony => findComplaintPeriod(testimony, deps)),
  'document-corrected': (_, task, deps) =>
    gatherTestimonyFacts(task, deps, testimony => ({
      ...findComplaintPeriod(testimony, deps),
      isComplaintOpen: hasOpenComplaint(testimony),
    })),
  'complaint-made': ({ role: to }, task, deps) => gatherTestimonyFacts(task, deps, () => ({ to })),
  'complaint-ended': ({ role: to }, task, deps) => {
    const { outcome, refund, payout } = task;
    return gatherTestimonyFacts(task, deps, ({ complaint }) => ({
      to,
      outcome,
      refund,
      payout,
      decision: complaint?.decision ?? null,
    }));
  },
  cancelled: (_, task, deps) =>
    gatherTestimonyFacts(task, deps, ({ cancellationReason }) => ({
      hasReason: cancellationReason !== null,
    })),
  'payment-refunded': (_, task, deps) => {
    const { amount, byBank, rest, arrived, why } = task;
    return gatherTestimonyFacts(task, deps, ({ state }) => ({ amount, byBank, rest, arrived, why, state }));
  },
  'refund-failed': (_, task, deps) => gatherTestimonyFacts(task, deps, () => ({ amount: task.amount })),
  'cancelled-by-platform': ({ role: to }, task, deps) =>
    gatherTestimonyFacts(task, deps, ({ cancellationReason: reason, payment }) => ({
      reason,
      to,
      isRefunded: payment?.status === 'refunded',
    })),
  'work-paused': (_, task, deps) =>
    gatherTestimonyFacts(task, deps, ({ state }) => ({ isDelivered: state === 'completed' })),
  'work-resumed': (_, task, deps) =>
    gatherTestimonyFacts(task, deps, ({ state, dueAt }) => ({ dueAt: state === 'accepted' ? dueAt : null })),
  'payout-changed': (_, task, deps) =>
    gatherTestimonyFacts(task, deps, () => ({ before: task.before, amount: task.amount })),
  'cancelled-overdue': ({ role: to }, task, deps) =>
    gatherTestimonyFacts(task, deps, ({ dueAt }) => ({ to, dueAt: dueAt ?? '' })),
  'document-rejected': (_, task, deps) => gatherDocumentFacts(task, deps),
  'payout-sent': (_, task, deps) =>
    gatherTestimonyFacts(task, deps, ({ payment }) => ({
      amount: task.amount,
      price: payment?.amount ?? task.amount,
      commission: payment?.commission ?? 0,
      refunded: payment ? payment.refunded + payment.returning : 0,
      borneByPlatform: payment ? borneByPlatform(payment) : 0,
    })),
  'payment-account-attention': async user =>
    user.role === 'expert' && !user.approval.paymentAccountVerified ? {} : undefined,
  'payment-account-opened': loadNoFacts,
  'new-testimonies': (user, _, deps, job) => gatherDigestFacts(user, job, deps),
  'account-closed': loadNoFacts,
  'partner-changed': async (_, { userId: partnerId, change }) => ({ partnerId, change }),
};

async function loginWarningFacts(
  { email, lockedAt }: User,
  { to }: { readonly to: string },
): Promise<object | undefined> {
  return email === to && !lockedAt ? {} : undefined;
}

/** Facts for each mail, read from the account and the testimony at the time of sending. */
import { createVerificationLink } from '../accounts/email-verification.ts';
import { LINK_MINUTES } from '../accounts/link-expiry.ts';
import { createResetLink } from '../accounts/password-reset.ts';
import type { User } from '../model/account.ts';
import { hasOpenComplaint } from '../model/delivered-document.ts';
import type { Job } from '../model/job.ts';
import type { FactsByMail, FrontendLinkFacts, MailName, MailTaskOf } from '../model/mail.ts';
import { borneByPlatform } from '../money/ledger.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { gatherDigestFacts } from './new-testimony-digest.ts';
import {
  addNoFacts,
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

export const FACT_LOADERS_BY_MAIL: { readonly [Name in MailName]: Gather<Name> } = {
  'verify-email': async (user, { to }, deps) =>
    user.emailVerified || user.lockedAt || user.email !== to
      ? undefined
      : {
          link: await createVerificationLink(user, deps),
          validMinutes: LINK_MINUTES,
          isNewAccount: user.emailSince === user.createdAt,
        },
  'expert-approved': async (user, _, { links: { frontendUrl } }) =>
    user.role === 'expert'
      ? { frontendUrl, emailVerified: user.emailVerified, identityReview: user.identityReview }
      : undefined,
  'password-reset': async (user, { to }, deps) =>
    user.email === to && !user.lockedAt
      ? { link: await createResetLink(user, deps), validMinutes: LINK_MINUTES }
      : undefined,
  'password-changed': accountFacts,
  'failed-logins': loginWarningFacts,
  'wrong-codes': loginWarningFacts,
  'email-changed': async ({ id: accountId }, { isVerified: isReserved = false }) => ({
    accountId,
    isReserved,
  }),
  'email-restored': async (user, { to }, { links: { frontendUrl } }) => ({
    frontendUrl,
    isRestoredAddress: to === user.email,
  }),
  'account-locked': async (_, { reason }) => ({ reason }),
  'account-unlocked': async (_, { reason }, { links: { frontendUrl } }) => ({ frontendUrl, reason }),
  'second-factor-on': accountFacts,
  'second-factor-off': accountFacts,
  'second-factor-removed': async (_, { reason }, { links: { frontendUrl } }) => ({ frontendUrl, reason }),
  'recovery-code-used': async (_, { left }, { links: { frontendUrl } }) => ({ frontendUrl, left }),
  'sessions-ended': async (_, { reason }, { links: { frontendUrl } }) => ({ frontendUrl, reason }),
  'bank-account-changed': async (user, _, { links: { frontendUrl } }) =>
    user.role === 'expert' ? { frontendUrl, ibanEnd: user.bankAccount.iban.slice(-4) } : undefined,
  'data-exported': accountFacts,
  'identity-accepted': accountFacts,
  'identity-rejected': async (_, { reason }, { links: { frontendUrl } }) => ({ frontendUrl, reason }),
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
  'not-chosen': (_, task, deps) => gatherTestimonyFacts(task, deps, addNoFacts),
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
      refunded: payment?.refunded ?? 0,
      borneByPlatform: payment ? borneByPlatform(payment) : 0,
    })),
  'payment-account-attention': async (user, _task, { links }) =>
    user.role === 'expert' && !user.approval.paymentAccountVerified
      ? { frontendUrl: links.frontendUrl }
      : undefined,
  'payment-account-opened': accountFacts,
  'new-testimonies': (user, _, deps, job) => gatherDigestFacts(user, job, deps),
  'account-closed': async () => ({}),
  'partner-changed': async (_, { userId: partnerId, change }) => ({ partnerId, change }),
};

async function accountFacts(
  _user: User,
  _task: object,
  { links }: MailFactDependencies,
): Promise<FrontendLinkFacts> {
  return { frontendUrl: links.frontendUrl };
}

async function loginWarningFacts(
  { email, lockedAt }: User,
  { to }: { readonly to: string },
  { links: { frontendUrl } }: MailFactDependencies,
): Promise<FrontendLinkFacts | undefined> {
  return email === to && !lockedAt ? { frontendUrl } : undefined;
}

/** Mails to the owner of an account about changes to the account (infra/docs/api/accounts.md#changing-the-account). */
import { createJob } from '../changes.ts';
import type { User } from '../model/accounts/account.ts';
import type { Job, JobTask } from '../model/jobs/job.ts';
import type { DecisionDependencies } from '../ports/dependencies.ts';

/**
 * Creates the mail jobs for a change of an account. Warnings go to the previous e-mail address, because an attacker who
 * has taken over the account may have set the new one.
 */
export function notificationJobs(
  before: User,
  after: User,
  hasNewPassword: boolean,
  deps: DecisionDependencies,
): Job[] {
  const userId = after.id;
  const formerAddress = { to: before.email, isVerified: before.emailVerified };
  const tasks: JobTask[] = [];
  if (before.email !== after.email) {
    tasks.push({ kind: 'mail', mail: 'verify-email', userId, to: after.email });
    tasks.push({ kind: 'mail', mail: 'email-changed', userId, ...formerAddress });
  }
  if (hasNewPassword) {
    tasks.push({ kind: 'mail', mail: 'password-changed', userId, ...formerAddress });
  }
  if (
    before.role === 'expert' &&
    after.role === 'expert' &&
    before.bankAccount.iban !== after.bankAccount.iban
  ) {
    tasks.push({ kind: 'mail', mail: 'bank-account-changed', userId, ...formerAddress });
  }
  return tasks.map(task => createJob(task, deps));
}

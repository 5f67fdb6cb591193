/** Hook that changes the account and detects other changes (infra/docs/api/accounts.md#changing-the-account). */
import { useState } from 'preact/hooks';
import { etagOf, isProblem, type UpdateMeData, type User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { replaceUser } from '../../core/session.ts';
import { ConsoleError } from '../../ui/problem-notice.tsx';
import { type AccountDifference, findAccountDifferences } from './account-changes.ts';

export type AccountChange = NonNullable<UpdateMeData['body']>;

/**
 * Returns the function that changes the account, and the differences that it found in the account.
 *
 * When the account has changed since the console loaded it, the function loads it again and throws. Fields that the
 * user has not edited then show the new values. Edited fields keep their input.
 */
export function useAccountUpdate(user: User) {
  const [differences, setDifferences] = useState<readonly AccountDifference[]>([]);
  async function updateAccount(change: AccountChange): Promise<void> {
    setDifferences([]);
    try {
      const updated = await api.updateMe({ body: change, ifMatch: etagOf(user) });
      replaceUser(updated);
    } catch (problem) {
      if (!isProblem(problem, 'stale')) throw problem;
      const current = await api.showMe();
      setDifferences(findAccountDifferences(user, current));
      replaceUser(current);
      throw new ConsoleError('accountChanged');
    }
  }
  return { updateAccount, differences };
}

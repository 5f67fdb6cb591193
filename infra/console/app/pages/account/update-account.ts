import { etagOf, isProblem, type UpdateMeData, type User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { replaceUser } from '../../core/session.ts';
import { ConsoleError } from '../../ui/problem-notice.tsx';

export type AccountChange = NonNullable<UpdateMeData['body']>;

/**
 * Changes the account. If the account has changed since the console loaded it
 * (infra/docs/api/accounts.md#changing-the-account), loads the new version and throws. Fields that the user has not
 * edited then show the new values. Edited fields keep their input.
 */
export async function updateAccount(user: User, change: AccountChange): Promise<void> {
  try {
    replaceUser(await api.updateMe({ body: change, ifMatch: etagOf(user) }));
  } catch (problem) {
    if (!isProblem(problem, 'stale')) throw problem;
    replaceUser(await api.showMe());
    throw new ConsoleError('accountChanged');
  }
}

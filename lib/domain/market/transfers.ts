/** Where an expert is paid, and how the money gets there (infra/docs/api/payments.md). */
import { PermanentFailure } from '../errors.ts';
import type { MoneyMovement, TransferInput } from '../model/payment.ts';
import type { Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/** Only the sandbox says that this account is verified: nothing can be sent there. */
const PRETENDED = 'sandbox';

/**
 * Null until the assigned expert has a verified account.
 * @throws PermanentFailure when the expert is gone, and will not be back
 */
export async function findDestination(
  { acceptedOffer }: Testimony,
  { accounts }: Pick<Dependencies, 'accounts'>,
): Promise<string | null> {
  const expert = acceptedOffer && (await accounts.find(acceptedOffer.expert.id));
  if (expert?.role !== 'expert') throw new PermanentFailure('the expert has closed the account');
  if (!expert.approval.paymentAccountVerified) return null;
  return expert.paymentAccountPretended ? PRETENDED : expert.paymentAccountId;
}

const NOWHERE = 'tr_sandbox_';

/** Whether nothing was sent, so that the provider knows of no such transfer. */
export const isSimulated = ({ providerId }: Pick<MoneyMovement, 'providerId'>): boolean =>
  providerId.startsWith(NOWHERE);

/** What is sent to no account is recorded all the same. @throws CachedProviderError */
export async function transfer(
  order: TransferInput,
  { payments }: Pick<Dependencies, 'payments'>,
): Promise<{ id: string; amount: number }> {
  const { destination, amount, key } = order;
  return destination === PRETENDED ? { id: `${NOWHERE}${key}`, amount } : payments.transfer(order);
}

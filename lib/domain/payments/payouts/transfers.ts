/** Transfers to the payment accounts of experts (infra/docs/api/payments.md). */
import { PermanentFailure } from '../../errors.ts';
import type { Expert } from '../../model/account.ts';
import type { TransferInput } from '../../model/payment.ts';
import type { Testimony } from '../../model/testimony.ts';
import type { Dependencies } from '../../ports/dependencies.ts';

/** Placeholder destination for experts whose payment account only the sandbox has verified. No money is sent to it. */
const SIMULATED_DESTINATION = 'sandbox';

/**
 * Finds the assigned expert.
 * @throws PermanentFailure when the expert has closed the account
 */
export async function findExpert(
  { acceptedOffer }: Testimony,
  { accounts }: Pick<Dependencies, 'accounts'>,
): Promise<Expert> {
  const expert = acceptedOffer && (await accounts.find(acceptedOffer.expert.id));
  if (expert?.role !== 'expert') throw new PermanentFailure('the expert has closed the account');
  return expert;
}

/** Returns the payment account of the expert; null while the expert has no verified account. */
export function findDestination(expert: Expert): string | null {
  if (!expert.approval.paymentAccountVerified) return null;
  return expert.paymentAccountSimulated ? SIMULATED_DESTINATION : expert.paymentAccountId;
}

const SIMULATED_TRANSFER_PREFIX = 'tr_sandbox_';

/** Returns whether the transfer was only simulated, so that the provider has no record of it. */
export const isSimulatedTransfer = (transferId: string): boolean =>
  transferId.startsWith(SIMULATED_TRANSFER_PREFIX);

/**
 * Transfers the money, or simulates the transfer if only the sandbox has verified the account.
 * @throws CachedProviderError when the provider has cached an error under the idempotency key
 */
export async function sendTransfer(
  transfer: TransferInput,
  { payments }: Pick<Dependencies, 'payments'>,
): Promise<{ id: string; amount: number }> {
  const { destination, amount, key } = transfer;
  return destination === SIMULATED_DESTINATION
    ? { id: `${SIMULATED_TRANSFER_PREFIX}${key}`, amount }
    : payments.transfer(transfer);
}

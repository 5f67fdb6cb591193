/** Transfers to the payment accounts of experts (infra/docs/api/payments.md). */
import { PermanentFailure } from '../errors.ts';
import type { MoneyMovement } from '../model/movement.ts';
import type { TransferInput } from '../model/payment.ts';
import type { Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/** Placeholder destination for experts whose payment account only the sandbox has verified. No money is sent to it. */
const SIMULATED_DESTINATION = 'sandbox';

/**
 * Finds the payment account of the assigned expert.
 * @returns null while the expert has no verified account
 * @throws PermanentFailure when the expert has closed the account
 */
export async function findDestination(
  { acceptedOffer }: Testimony,
  { accounts }: Pick<Dependencies, 'accounts'>,
): Promise<string | null> {
  const expert = acceptedOffer && (await accounts.find(acceptedOffer.expert.id));
  if (expert?.role !== 'expert') throw new PermanentFailure('the expert has closed the account');
  if (!expert.approval.paymentAccountVerified) return null;
  return expert.paymentAccountSimulated ? SIMULATED_DESTINATION : expert.paymentAccountId;
}

const SIMULATED_TRANSFER_PREFIX = 'tr_sandbox_';

/** Returns whether the transfer was only simulated, so that the provider has no record of it. */
export const isSimulatedTransfer = ({ providerId }: Pick<MoneyMovement, 'providerId'>): boolean =>
  providerId.startsWith(SIMULATED_TRANSFER_PREFIX);

/**
 * Transfers the money, or simulates the transfer when the account is verified by the sandbox only.
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

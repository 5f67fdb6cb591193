/** Addresses and phones that can be used (contract §1, "email"). */
import { type FieldReasons, FieldRefusal } from '../errors.ts';
import type { World } from '../ports/world.ts';

interface ContactChange {
  readonly email?: string | undefined;
  readonly phone?: string | null | undefined;
}

/**
 * Refuses an address that takes no mail, and an address or phone that is in use.
 * @throws FieldRefusal naming all that apply
 */
export async function refuseUnusable(
  { email, phone }: ContactChange,
  needs: Pick<World, 'accounts' | 'mailDns'>,
): Promise<void> {
  const domain = email?.slice(email.lastIndexOf('@') + 1);
  const [acceptsMail, taken] = await Promise.all([
    domain === undefined || needs.mailDns.acceptsMail(domain),
    needs.accounts.findTaken(email, phone ?? undefined),
  ]);
  const reasons: FieldReasons = acceptsMail
    ? taken
    : { email: ['mail-domain', ...(taken.email ?? [])], ...(taken.phone && { phone: taken.phone }) };
  if (Object.keys(reasons).length > 0) throw new FieldRefusal(reasons);
}

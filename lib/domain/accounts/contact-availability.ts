/** Availability check for e-mail addresses and phone numbers (infra/docs/api/accounts.md). */
import { FieldError, type FieldErrorCodes } from '../errors.ts';
import type { Dependencies } from '../ports/dependencies.ts';

interface ContactChange {
  readonly email?: string | undefined;
  readonly phone?: string | null | undefined;
}

/**
 * Checks that the domain of the e-mail address accepts mail and that neither the e-mail address nor the phone number is
 * taken. The check is advisory: a later write can still be rejected.
 * @throws FieldError with every error that applies
 */
export async function assertContactAvailable(
  { email, phone }: ContactChange,
  deps: Pick<Dependencies, 'accounts' | 'mailDns'>,
): Promise<void> {
  const domain = email?.slice(email.lastIndexOf('@') + 1);
  const [acceptsMail, taken] = await Promise.all([
    domain === undefined || deps.mailDns.acceptsMail(domain),
    deps.accounts.findTakenFields(email, phone ?? undefined),
  ]);
  const reasons: FieldErrorCodes = acceptsMail
    ? taken
    : { email: ['mail-domain', ...(taken.email ?? [])], ...(taken.phone && { phone: taken.phone }) };
  if (Object.keys(reasons).length > 0) throw new FieldError(reasons);
}

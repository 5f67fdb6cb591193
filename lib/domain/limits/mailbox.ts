const GMAIL_DOMAINS: readonly string[] = ['gmail.com', 'googlemail.com'];

/**
 * Returns one address for all addresses that usually belong to the same mailbox: without a tag such as `+tag`, and at
 * Gmail also without dots. Limits count mails by this address, because a mailbox could otherwise get any number of
 * mails. Accounts keep their address as it was written.
 */
export function findMailbox(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const name = address.slice(0, at).replace(/\+.*/, '');
  return GMAIL_DOMAINS.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/**
 * Keys of partners, of the format `<partnerId>|<secret>` (infra/docs/api/partners.md#key). As for bearer tokens, only
 * the SHA-256 of the secret is stored.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../errors.ts';
import { LimitExceeded } from '../limits/rate-limits.ts';
import type { Affiliation, Partner, PartnerKey } from '../model/partners/partner.ts';
import type { Dependencies } from '../ports/dependencies.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const BEARER = new RegExp(`^bearer (?<partnerId>${UUID})\\|(?<secret>[\\w-]{43})$`, 'i');

const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Creates a key, and its plaintext, which is shown once and not stored. */
export function createPartnerKey(
  partnerId: string,
  { random }: Pick<Dependencies, 'random'>,
): { readonly key: PartnerKey; readonly plaintext: string } {
  const secret = random.secret();
  return { key: { hash: hashSecret(secret), validUntil: null }, plaintext: `${partnerId}|${secret}` };
}

export interface PartnerCaller {
  readonly partner: Partner;
  /** Hash of the key with which the partner calls, which can be the former one. */
  readonly keyHash: string;
}

/**
 * Finds the partner whose key is in an `Authorization` header.
 * @throws LimitExceeded when the network of the caller has sent too many unknown keys
 * @throws DomainError `unauthenticated` for an unknown or disabled partner and a wrong or expired key, with equal
 * responses
 */
export async function findPartnerByKey(
  header: string | undefined,
  source: string,
  now: Date,
  deps: Pick<Dependencies, 'failureLimiter' | 'partners'>,
): Promise<PartnerCaller> {
  const { partnerId, secret } = BEARER.exec(header ?? '')?.groups ?? {};
  if (!partnerId || !secret) throw new DomainError('unauthenticated');
  const partner = await deps.partners.find(partnerId.toLowerCase());
  const keyHash = hashSecret(secret);
  const given = Buffer.from(keyHash, 'hex');
  const isKey = ({ hash, validUntil }: PartnerKey) =>
    timingSafeEqual(given, Buffer.from(hash, 'hex')) &&
    (validUntil === null || validUntil > now.toISOString());
  if (partner && partner.disabledAt === null && partner.keys.some(isKey)) return { partner, keyHash };
  const { exceeded } = await deps.failureLimiter.count(source, now);
  throw exceeded ? new LimitExceeded(exceeded) : new DomainError('unauthenticated');
}

const PARTNER_ID = new RegExp(`^${UUID}$`, 'i');

/**
 * Finds the partner whose id a guest has sent. The id can be in upper or lower case.
 * @throws DomainError `unknown-partner` when the partner is unknown or disabled
 */
export async function findAffiliation(
  named: string | undefined,
  { partners }: Pick<Dependencies, 'partners'>,
): Promise<Affiliation> {
  if (named === undefined) return {};
  const found = PARTNER_ID.test(named) ? await partners.find(named.toLowerCase()) : undefined;
  if (!found || found.disabledAt !== null) throw new DomainError('unknown-partner');
  const { id, name } = found;
  return { partner: { id, name }, ...(partners.areMarkets && { market: id }) };
}

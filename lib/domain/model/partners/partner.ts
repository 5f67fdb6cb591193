/** Partners: software that calls the API for its users, such as a portal (infra/docs/api/partners.md). */

import * as v from 'valibot';
import {
  flagSchema,
  nullableTextSchema,
  numberSchema,
  optionalTextSchema,
  type Stored,
  textSchema,
} from '../schemas/record-schema.ts';

const createPartnerKeySchema = () =>
  v.object({
    /** SHA-256 of the secret, hex. */
    hash: textSchema,
    /** Time at which a former key expires; null for the current key. */
    validUntil: nullableTextSchema,
  });

export const createPartnerSchema = () =>
  v.object({
    id: textSchema,
    name: textSchema,
    /** Address to which changes of the partner are mailed. */
    email: textSchema,
    /** Base URL of the links in mails to the partner's users, without a slash at its end. */
    frontendUrl: textSchema,
    /** The current key and, for a day after a rotation, the former one. */
    keys: v.array(createPartnerKeySchema()),
    /**
     * Whether the partner has registered itself, which only a sandbox allows. Mails to the users of such a partner are
     * never sent.
     */
    isSelfRegistered: flagSchema,
    createdAt: textSchema,
    /** Time at which an operator disabled the partner; null while it is enabled. */
    disabledAt: nullableTextSchema,
    /** Number of writes, for optimistic locking. */
    version: numberSchema,
  });

export type PartnerKey = Stored<typeof createPartnerKeySchema>;

/** A partner. In a sandbox, each partner is a market of its own, whose users see nothing of other markets. */
export type Partner = Stored<typeof createPartnerSchema>;

export const createAffiliationSchema = () =>
  v.object({
    partner: v.exactOptional(v.object({ id: textSchema, name: textSchema })),
    /** Id of the partner whose market this is; absent outside the sandbox. */
    market: optionalTextSchema,
  });

/** Partner of a guest or a user, and the market of this partner. Both are absent without a partner. */
export type Affiliation = Stored<typeof createAffiliationSchema>;

/** Selects the members of an affiliation from a record that has more. */
export const readAffiliation = ({ partner, market }: Affiliation): Affiliation => ({
  ...(partner && { partner }),
  ...(market && { market }),
});

/** A change of a partner. The change is audited, and the partner gets a mail about it. */
export type PartnerChange = 'created' | 'changed' | 'key-rotated' | 'webhook-secret-rotated' | 'disabled';

/** Changes, as parts of a decision (`model/change.ts`). */
export interface PartnerChanges {
  /** A new or changed partner. The change is rejected when the partner has changed since `before` was read. */
  'partner-stored': {
    readonly before: Partner | undefined;
    readonly after: Partner;
  };
}

/** Partners: software that calls the API for its users, such as a portal (infra/docs/api/partners.md). */

/** A partner. In a sandbox, each partner is a market of its own, whose users see nothing of other markets. */
export interface Partner {
  readonly id: string;
  readonly name: string;
  /** Address to which changes of the partner are mailed. */
  readonly email: string;
  /** Base URL of the links in mails to the partner's users, without a slash at its end. */
  readonly frontendUrl: string;
  /** The current key and, for a day after a rotation, the former one. */
  readonly keys: readonly PartnerKey[];
  /** Whether the partner has registered itself, which only a sandbox allows. Its users' mails are never sent. */
  readonly isSelfRegistered: boolean;
  readonly createdAt: string;
  /** Time at which an operator disabled the partner; null while it is enabled. */
  readonly disabledAt: string | null;
  /** Number of writes, for optimistic locking. */
  readonly version: number;
}

/** Partner through which a guest comes or a user has come, and its market. Both are absent without a partner. */
export interface Affiliation {
  readonly partner?: Pick<Partner, 'id' | 'name'>;
  /** Id of the partner whose market this is; absent outside the sandbox. */
  readonly market?: string;
}

/** Selects the members of an affiliation from a record that has more. */
export const readAffiliation = ({ partner, market }: Affiliation): Affiliation => ({
  ...(partner && { partner }),
  ...(market && { market }),
});

export interface PartnerKey {
  /** SHA-256 of the secret, hex. */
  readonly hash: string;
  /** End of a former key; null for the current one. */
  readonly validUntil: string | null;
}

/** A change of a partner, which is audited and mailed to it. */
export type PartnerChange = 'created' | 'changed' | 'key-rotated' | 'webhook-secret-rotated' | 'disabled';

/** Changes, as parts of a decision (`model/change.ts`). */
export interface PartnerChanges {
  /** A new or changed partner. The change is rejected when the partner has changed since `before` was read. */
  'partner-stored': {
    readonly before: Partner | undefined;
    readonly after: Partner;
  };
}

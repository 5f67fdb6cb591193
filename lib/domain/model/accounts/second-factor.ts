/** The second factor of an account, which logins also require (infra/docs/api/accounts.md#second-factor). */
export interface SecondFactor {
  readonly userId: string;
  /** Encrypted secret from which the authenticator app computes codes. */
  readonly sealedSecret: string;
  /** Version of the pepper with which the secret is encrypted. */
  readonly pepper: string;
  /** Time step of the last accepted code. Codes of this step and of earlier steps are no longer accepted. */
  readonly lastStep: number;
  /** Keyed hashes of the unused recovery codes. The list is empty until the second factor is on. */
  readonly recoveryHashes: readonly string[];
  /** Number of writes, for optimistic locking. */
  readonly version: number;
}

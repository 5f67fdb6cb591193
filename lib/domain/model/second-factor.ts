/**
 * The second factor of an account, which a login needs besides the password (infra/docs/api/accounts.md#second-factor).
 */
export interface SecondFactor {
  readonly userId: string;
  /** The secret that the user's device computes codes from, encrypted. */
  readonly sealedSecret: string;
  /** Version of the pepper that the secret is encrypted with. */
  readonly pepper: string;
  /** Time step of the last accepted code. Codes of this step and of earlier steps are no longer accepted. */
  readonly lastStep: number;
  /** Keyed hashes of the unused recovery codes. The list is empty until the factor is on. */
  readonly recoveryHashes: readonly string[];
  /** Number of writes, for optimistic locking. */
  readonly version: number;
}

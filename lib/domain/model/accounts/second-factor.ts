import * as v from 'valibot';
import { number, type Stored, text } from '../schemas/record-schema.ts';

export const createSecondFactorSchema = () =>
  v.object({
    userId: text,
    /** Encrypted secret from which the authenticator app computes codes. */
    sealedSecret: text,
    /** Version of the pepper with which the secret is encrypted. */
    pepper: text,
    /** Time step of the last accepted code. Codes of this step and of earlier steps are no longer accepted. */
    lastStep: number,
    /** Keyed hashes of the unused recovery codes. The list is empty until the second factor is on. */
    recoveryHashes: v.array(text),
    /** Number of writes, for optimistic locking. */
    version: number,
  });

/** The second factor of an account, which logins also require (infra/docs/api/accounts.md#second-factor). */
export type SecondFactor = Stored<typeof createSecondFactorSchema>;

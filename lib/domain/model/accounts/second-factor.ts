import * as v from 'valibot';
import { numberSchema, type Stored, textSchema } from '../schemas/record-schema.ts';

export const createSecondFactorSchema = () =>
  v.object({
    userId: textSchema,
    /** Encrypted secret from which the authenticator app computes codes. */
    sealedSecret: textSchema,
    /** Version of the pepper with which the secret is encrypted. */
    pepper: textSchema,
    /** Time step of the last accepted code. Codes of this step and of earlier steps are no longer accepted. */
    lastStep: numberSchema,
    /** Keyed hashes of the unused recovery codes. The list is empty until the second factor is on. */
    recoveryHashes: v.array(textSchema),
    /** Number of writes, for optimistic locking. */
    version: numberSchema,
  });

/**
 * The second factor of an account. While it is on, a login requires one of its codes in addition to the password
 * (infra/docs/api/accounts.md#second-factor).
 */
export type SecondFactor = Stored<typeof createSecondFactorSchema>;

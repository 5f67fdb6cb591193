/**
 * DynamoDB implementation of the second factors, with codes by RFC 6238 (TOTP): six digits, SHA-1 and steps of 30
 * seconds, which all authenticator apps support. Secrets are encrypted with a pepper and bound to their user.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { HOTP, Secret } from 'otpauth';
import type { SecondFactors } from '../../../domain/ports/accounts.ts';
import { deriveKey, seal, unseal } from '../../sealing.ts';
import { createPeppers, type Secrets } from '../secrets/secrets.ts';
import { itemKey } from '../table/keys.ts';
import { toSecondFactor } from '../table/records.ts';
import { readRecord, type Table } from '../table/table.ts';

const STEP_MS = 30_000;
/**
 * Matches a code of six digits. The library must not receive other codes: it throws for a code of six characters that
 * has another length in bytes, such as `12345é`.
 */
const APP_CODE = /^\d{6}$/;
/** Number of time steps by which the clock of a device may be wrong. */
const CLOCK_SKEW = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_CODE_BYTES = 10;

export function dynamoSecondFactors(table: Table, secrets: Secrets): SecondFactors {
  const peppers = createPeppers(secrets);

  return {
    find: userId => readRecord(table, itemKey.secondFactor(userId), toSecondFactor),

    async createSecret(userId) {
      const secret = createRandomBase32(SECRET_BYTES);
      const pepper = await peppers();
      return {
        secret,
        sealedSecret: seal(secret, deriveUserKey(pepper.secret, userId)),
        pepper: pepper.version,
      };
    },

    async open({ userId, sealedSecret, pepper }) {
      const key = deriveUserKey((await peppers(pepper)).secret, userId);
      const secret = Secret.fromBase32(unseal(sealedSecret, key));
      return {
        findStep(code, at) {
          if (!APP_CODE.test(code)) return undefined;
          const counter = Math.floor(at.getTime() / STEP_MS);
          const delta = HOTP.validate({ token: code, secret, counter, window: CLOCK_SKEW });
          return delta === null ? undefined : counter + delta;
        },
        hashRecoveryCode: code => createHmac('sha256', secret.bytes).update(code).digest('base64'),
        createRecoveryCodes: () =>
          Array.from({ length: RECOVERY_CODES }, () =>
            createRandomBase32(RECOVERY_CODE_BYTES).replaceAll(/.{4}(?=.)/g, '$&-'),
          ),
      };
    },
  };
}

const createRandomBase32 = (bytes: number): string =>
  new Secret({ buffer: new Uint8Array(randomBytes(bytes)).buffer }).base32;

const deriveUserKey = (pepper: string, userId: string): Buffer => deriveKey(pepper, userId, 'second factor');

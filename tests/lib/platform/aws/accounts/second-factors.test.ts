/** Tests of the codes and the encryption of second factors, without the table. */
import { expect, it } from 'vitest';
import { dynamoSecondFactors } from '../../../../../lib/platform/aws/accounts/second-factors.ts';
import { deriveKey, seal } from '../../../../../lib/platform/sealing.ts';

const PEPPERS = { 1: 'an old pepper', 2: 'the newest pepper' };
const openStore = (peppers: object) => dynamoSecondFactors({} as never, async () => JSON.stringify(peppers));
const store = openStore(PEPPERS);

/** Secret of the test vectors of RFC 6238 (appendix B) in base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const FACTOR = {
  userId: 'user-1',
  pepper: '1',
  lastStep: 0,
  recoveryHashes: [],
  version: 1,
  sealedSecret: seal(RFC_SECRET, deriveKey(PEPPERS[1], 'user-1', 'second factor')),
};

/** Only the last six digits of the test vectors are used, because authenticator apps show six digits. */
it.each([
  [59, '287082', 1],
  [1111111109, '081804', 37037036],
  [20000000000, '353130', 666666666],
])('the code of a second factor at second %i is the code of RFC 6238: %s', async (second, code, step) => {
  const { findStep } = await store.open(FACTOR);

  expect(findStep(code, new Date(second * 1000))).toBe(step);
  for (const away of [-30, 30]) expect(findStep(code, new Date((second + away) * 1000))).toBe(step);
  for (const away of [-60, 60]) expect(findStep(code, new Date((second + away) * 1000))).toBeUndefined();
  expect(findStep(`${code}0`, new Date(second * 1000))).toBeUndefined();
});

it('a new second-factor secret is encrypted with the newest pepper and bound to its user', async () => {
  const { secret, sealedSecret, pepper } = await store.createSecret('user-1');
  const factor = { ...FACTOR, sealedSecret, pepper };

  expect(pepper).toBe('2');
  expect(sealedSecret).not.toContain(secret);
  await expect(store.open({ ...factor, userId: 'user-2' })).rejects.toThrow();
  await expect(openStore({ 1: PEPPERS[1] }).open(factor)).rejects.toThrow('pepper');
  await expect(store.open(factor)).resolves.toBeDefined();
});

it('the hash of a recovery code depends on the secret of the second factor', async () => {
  const { createRecoveryCodes, hashRecoveryCode } = await store.open(FACTOR);
  const { sealedSecret, pepper } = await store.createSecret('user-1');
  const other = await store.open({ ...FACTOR, sealedSecret, pepper });
  const [code = '', ...others] = createRecoveryCodes();

  expect(new Set([code, ...others]).size).toBe(10);
  expect(hashRecoveryCode(code)).toBe(hashRecoveryCode(code));
  expect(hashRecoveryCode(code)).not.toBe(other.hashRecoveryCode(code));
});

it.each([
  '１２３４５６',
  '٢٨٧٠٨٢',
  '12345é',
  '🙂🙂🙂',
  '\ud83d12345',
  '28708\n',
  '287 082',
  '+28708',
  '',
  '2'.repeat(5000),
])('the code %j, which is not six ASCII digits, has no time step', async code => {
  const { findStep, hashRecoveryCode } = await store.open(FACTOR);

  expect(findStep(code, new Date(59_000))).toBeUndefined();
  expect(hashRecoveryCode(code)).toHaveLength(44);
});

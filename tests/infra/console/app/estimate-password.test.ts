import { expect, it } from 'vitest';
import { estimatePassword } from '../../../../infra/console/app/ui/estimate-password.ts';

const KNOWN = ['jana.kovacova@znalci.sk', 'Zdenka', '+421905123456'];

it.each(['heslo123', 'password1', 'qwertyuiop1', 'aaaaaaa1', 'zdenka77'])(
  'the password %s is weak, although the API accepts it',
  password => {
    expect(estimatePassword(password, KNOWN)).toBeLessThan(2);
  },
);

it.each(['žltý kôň cvála 7 ráz cez most', 'vRu8-pLq3-xTz9-mWe2'])('the password %s is strong', password => {
  expect(estimatePassword(password, KNOWN)).toBe(4);
});

it('diacritics do not make a common password strong', () => {
  expect(estimatePassword('Ťajné1Heslo', KNOWN)).toBe(estimatePassword('Tajne1Heslo', KNOWN));
});

it('estimates a text of any length without delay', () => {
  const start = performance.now();
  estimatePassword('Ab1'.repeat(5000), KNOWN);
  expect(performance.now() - start).toBeLessThan(2000);
});

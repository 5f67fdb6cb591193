import { expect, it } from 'vitest';
import { estimatePassword } from '../../../../infra/console/app/ui/estimate-password.ts';

const KNOWN = ['jana.kovacova@znalci.sk', 'Zdenka', '+421905123456'];

it.each(['heslo123', 'password1', 'qwertyuiop1', 'aaaaaaa1', 'zdenka77'])(
  'estimatePassword rates the password %s as weak',
  password => {
    expect(estimatePassword(password, KNOWN)).toBeLessThan(2);
  },
);

it.each(['žltý kôň cvála 7 ráz cez most', 'vRu8-pLq3-xTz9-mWe2'])(
  'estimatePassword rates the password %s as strong',
  password => {
    expect(estimatePassword(password, KNOWN)).toBe(4);
  },
);

it('diacritics do not improve the rating of a common password', () => {
  expect(estimatePassword('Ťajné1Heslo', KNOWN)).toBe(estimatePassword('Tajne1Heslo', KNOWN));
});

it('estimatePassword rates a very long password within two seconds', () => {
  const start = performance.now();
  estimatePassword('Ab1'.repeat(5000), KNOWN);
  expect(performance.now() - start).toBeLessThan(2000);
});

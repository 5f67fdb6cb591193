import { expect, it } from 'vitest';
import { isEnabled, readInteger, requireVariable } from '../../../lib/platform/environment.ts';

it.each([{}, { MAIL_FROM: '' }])('requireVariable names the variable that is missing in %j', environment => {
  expect(() => requireVariable(environment, 'MAIL_FROM')).toThrow('MAIL_FROM is not set');
});

it.each(['', 'twelve', '1.5', '0', '-1'])('readInteger rejects the value %j', value => {
  expect(() => readInteger({ PASSWORD_HASH_COST: value }, 'PASSWORD_HASH_COST', 1, 31)).toThrow(
    'PASSWORD_HASH_COST',
  );
});

it.each([
  ['true', true],
  ['TRUE', false],
  ['1', false],
  [undefined, false],
])('isEnabled reads the value %j as %s', (value, on) => {
  expect(isEnabled({ SANDBOX: value }, 'SANDBOX')).toBe(on);
});

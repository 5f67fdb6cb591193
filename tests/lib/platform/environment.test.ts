import { describe, expect, it } from 'vitest';
import { isEnabled, readCount, requireVariable } from '../../../lib/platform/environment.ts';

describe('a setting', () => {
  it.each([{}, { MAIL_FROM: '' }])('that is not there stops the function by its name: %j', environment => {
    expect(() => requireVariable(environment, 'MAIL_FROM')).toThrow('MAIL_FROM is not set');
  });

  it.each(['', 'twelve', '1.5', '0', '-1'])('that must be a number is not %j', value => {
    expect(() => readCount({ PASSWORD_HASH_COST: value }, 'PASSWORD_HASH_COST')).toThrow(
      'PASSWORD_HASH_COST',
    );
  });

  it.each([
    ['true', true],
    ['TRUE', false],
    ['1', false],
    [undefined, false],
  ])('of %j is on: %s', (value, on) => {
    expect(isEnabled({ SANDBOX: value }, 'SANDBOX')).toBe(on);
  });
});

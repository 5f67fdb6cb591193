/** Tests of the console's storage in a browser that blocks it or refuses to store values. */
import { afterEach, expect, it } from 'vitest';
import { tabStorage } from '../../../../infra/console/app/core/storage.ts';

const refuse = () => {
  throw new DOMException('refused', 'QuotaExceededError');
};

afterEach(() => void Reflect.deleteProperty(globalThis, 'sessionStorage'));

it('a stored value does not come back after a full storage has rejected its new value', () => {
  const values = new Map([['key', 'former']]);
  const removeItem = (key: string) => void values.delete(key);
  Object.assign(globalThis, { sessionStorage: { setItem: refuse, removeItem } });
  tabStorage.setItem('key', 'new');
  expect(values.size).toBe(0);
});

it.each(['{', 'null', 'undefined'])('the damaged stored value %s is read as an empty object', value => {
  Object.assign(globalThis, { sessionStorage: { getItem: () => value } });
  expect(tabStorage.getObject('key')).toEqual({});
});

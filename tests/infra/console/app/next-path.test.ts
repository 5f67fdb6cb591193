import { expect, it } from 'vitest';
import { readNextPath, withNextPath } from '../../../../infra/console/app/core/next-path.ts';

const read = (next: string) =>
  readNextPath(new URL(withNextPath('/register/client', next), 'http://x').searchParams);

it('a next path that leads to a page of the console keeps its query', () => {
  expect(read('/testimonies/new?a=1')).toBe('/testimonies/new?a=1');
});

it.each([
  '',
  'testimonies',
  '//other.example',
  '/\\other.example',
  '/\t/other.example',
  '/.//other.example',
  'https://other.example',
  'javascript:alert(1)',
])('the start page opens instead of %j', next => {
  expect(read(next)).toBe('/');
});

import { expect, it } from 'vitest';
import { computeEtag, isEtagListed, matchesEtag } from '../../../../lib/http/response/etag.ts';

it('the ETags of two values are equal only when the values are equal', () => {
  expect(computeEtag({ a: 1 })).toMatch(/^"[\w-]{22}"$/);
  expect(computeEtag({ a: 1 })).toBe(computeEtag({ a: 1 }));
  expect(computeEtag({ a: 1 })).not.toBe(computeEtag({ a: 2 }));
});

it.each([
  ['a missing header matches', undefined, true],
  ['an asterisk matches', '*', true],
  ['the ETag matches', '"now"', true],
  ['a list with the ETag matches', '"then", "now"', true],
  ['a list with empty members matches', ', ,"now",', true],
  ['a weak ETag does not match', 'W/"now"', false],
  ['another ETag that contains a comma does not match', '"then,now"', false],
  ['an ETag without its closing quote does not match', '"now', false],
  ['an empty header does not match', '', false],
  ['two ETags without a comma do not match', '"then""now"', false],
])('If-Match is compared with the ETag "now": %s', (_, header, holds) => {
  expect(matchesEtag(header, '"now"')).toBe(holds);
});

it('an If-Match header with 350,001 ETags is accepted', () => {
  const header = `${'"",'.repeat(350_000)}"now"`;

  expect([matchesEtag(header, '"now"'), matchesEtag(`${header}x`, '"now"')]).toEqual([true, false]);
});

it.each([
  ['a missing header', undefined, false],
  ['an asterisk', '*', true],
  ['the ETag', '"now"', true],
  ['the weak ETag', 'W/"now"', true],
  ['a list with the ETag', '"then",  W/"now"', true],
  ['an unquoted text', 'now', false],
  ['an empty text', '', false],
])(
  'If-None-Match (RFC 9110 §13.1.2) is compared weakly with the ETags "now" and W/"now": %s',
  (_, header, isListed) => {
    expect([isEtagListed(header, '"now"'), isEtagListed(header, 'W/"now"')]).toEqual([isListed, isListed]);
  },
);

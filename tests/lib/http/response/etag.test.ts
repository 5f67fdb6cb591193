import { describe, expect, it } from 'vitest';
import { computeEtag, matchesEtag } from '../../../../lib/http/response/etag.ts';

it('computes a quoted ETag that is the same for equal values only', () => {
  expect(computeEtag({ a: 1 })).toMatch(/^"[\w-]{22}"$/);
  expect(computeEtag({ a: 1 })).toBe(computeEtag({ a: 1 }));
  expect(computeEtag({ a: 1 })).not.toBe(computeEtag({ a: 2 }));
});

describe('If-Match (RFC 9110 §13.1.1)', () => {
  it.each([
    ['no condition', undefined, true],
    ['any tag', '*', true],
    ['the tag', '"now"', true],
    ['the tag among blanks', '  "now"\t', true],
    ['a list with the tag', '"then", "now"', true],
    ['a list without blanks', '"then","now","x"', true],
    ['a list with empty members', ', ,"now",', true],
    ['a list without it', '"then", "before"', false],
    ['the weak tag, which compares as another', 'W/"now"', false],
    ['the weak tag among others', '"then", W/"now"', false],
    ['a tag that has it within a comma', '"then,now"', false],
    ['a tag in other letters', '"NOW"', false],
    ['what is no tag', 'now', false],
    ['a tag that does not end', '"now', false],
    ['an asterisk among tags', '*, "then"', false],
    ['nothing', '', false],
    ['the tag behind something', 'x"now"', false],
    ['the tag before something', '"now"x', false],
    ['the tag behind another without a comma', '"then""now"', false],
    ['the tag with a weakness apart', 'W/ "now"', false],
  ])('evaluates an If-Match header with %s', (_, header, holds) => {
    expect(matchesEtag(header, '"now"')).toBe(holds);
  });

  it('evaluates an If-Match header that is longer than any gateway accepts', () => {
    const header = `${'"",'.repeat(350_000)}"now"`;

    expect([matchesEtag(header, '"now"'), matchesEtag(`${header}x`, '"now"')]).toEqual([true, false]);
  });
});

/** Tests that the catalogues of errors are complete, and that their Slovak and English texts correspond. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeApi } from '../../../infra/openapi/describe-api.ts';
import {
  ERROR_CATALOGUE,
  FIXED_FIELD_ERRORS,
  MISSING_FIELD_ERRORS,
  TOO_LONG_ERROR,
} from '../../../infra/texts/client-texts.ts';
import {
  CLIENT_ERRORS,
  ERROR_RESPONSES,
  type ErrorCode,
  type LocalizedText,
} from '../../../lib/domain/error-catalogue.ts';
import {
  ENGLISH_MISSING_FIELD_MESSAGES,
  getMissingFieldMessage,
  getTooLongMessage,
  MISSING_FIELD_MESSAGES,
} from '../../../lib/validation/slovak.ts';

const page = readFileSync(new URL('../../../infra/docs/api/errors.md', import.meta.url), 'utf8');
const entries = Object.entries({ ...ERROR_CATALOGUE, ...CLIENT_ERRORS });

const texts: [name: string, text: LocalizedText][] = [
  ...entries.map(([code, { text }]): [string, LocalizedText] => [code, text]),
  ...[...FIXED_FIELD_ERRORS, TOO_LONG_ERROR].map(({ code, text }): [string, LocalizedText] => [code, text]),
  ...Object.entries(MISSING_FIELD_ERRORS),
];

/** Lists the numbers and placeholders of a text, without separators of thousands and decimals. */
const listNumbers = (text: string) =>
  text
    .replace(/(?<=\d)[ ,.\u00a0](?=\d)/g, '')
    .match(/\d+|\{\w+\}/g)
    ?.sort() ?? [];

it('the Slovak and the English text of an error have the same numbers and placeholders', () => {
  const different = texts.filter(
    ([, [slovak, english]]) => listNumbers(slovak).join() !== listNumbers(english).join(),
  );

  expect(different.map(([name]) => name)).toEqual([]);
});

it('every error text is a sentence for users in both languages', () => {
  for (const [name, [slovak, english]] of texts) {
    expect(
      [slovak, english].map(text => /^\p{Lu}[^`]*\.$/u.test(text)),
      name,
    ).toEqual([true, true]);
    expect(/^[\x20-\x7e€]+$/.test(english), `${name} in English`).toBe(true);
  }
});

it('no two field errors share the Slovak text by which the client finds their code', () => {
  const slovak = FIXED_FIELD_ERRORS.map(({ text }) => text[0]);

  expect(new Set(slovak).size).toBe(slovak.length);
  expect(TOO_LONG_ERROR.text[0].replace('{limit}', '2000')).toBe(getTooLongMessage(2000));
});

it('exactly the fields with a Slovak text for `missing` have an English one', () => {
  expect(Object.keys(ENGLISH_MISSING_FIELD_MESSAGES)).toEqual(Object.keys(MISSING_FIELD_MESSAGES));
  expect(MISSING_FIELD_ERRORS['']?.[0]).toBe(getMissingFieldMessage('no such field'));
});

it('the error catalogue contains the same numbers as the messages of the API', () => {
  for (const [code, { cause, meaning }] of Object.entries(ERROR_CATALOGUE)) {
    const [, message] = ERROR_RESPONSES[code as ErrorCode];

    expect(listNumbers(`${meaning} ${cause}`), code).toEqual(expect.arrayContaining(listNumbers(message)));
  }
});

it('errors.md has one heading for each code of the API and of the client', async () => {
  const { paths } = await describeApi();
  const described = JSON.stringify(paths).match(/(?<="X-Error-Code":\{.{0,200}"enum":\[)[^\]]+/g) ?? [];
  const codes = new Set([
    ...described.flatMap(list => JSON.parse(`[${list}]`) as string[]),
    ...Object.keys(CLIENT_ERRORS),
  ]);
  const headings = [...page.matchAll(/^### `(.+)`$/gm)].map(([, code]) => code);

  expect(codes.size).toBeGreaterThan(35);
  expect(headings.sort()).toEqual([...new Set([...codes, ...Object.keys(ERROR_CATALOGUE)])].sort());
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formBody } from '../../../../lib/http/request/form-body.ts';
import * as field from '../../../../lib/validation/fields.ts';
import { slovakMessages } from '../../../../lib/validation/slovak.ts';
import { createFormRequest } from '../../../support/create-request.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

const reader = formBody({
  name: field.optional(field.Name),
  dateOfBirth: field.optional(field.DateOfBirth),
  company: field.optional(field.Company),
  regions: field.optional(field.Regions),
  newsletter: field.optional(field.Flag),
  scan: field.optional(field.IdScan),
});

type Fields = Iterable<readonly [string, string | File]>;
const read = async (...fields: [string, string | File][]) => reader.read(await createFormRequest(fields));
describe('nested objects in form bodies', () => {
  const date = { dateOfBirth: { day: 1, month: 2, year: 1990 } };
  const monthAndYear: [string, string][] = [
    ['dateOfBirth[month]', '2'],
    ['dateOfBirth[year]', '1990'],
  ];

  it('bracketed fields of a form replace the JSON text of the same object', async () => {
    const brackets: [string, string][] = [
      ['dateOfBirth[day]', '01'],
      ['dateOfBirth[month]', '2'],
      ['dateOfBirth[year]', '1990'],
    ];
    expect(await read(['dateOfBirth', '{"day":1,"month":"02","year":1990}'])).toEqual(date);
    expect(await read(...brackets)).toEqual(date);
    expect(await read(...brackets, ['dateOfBirth', '{"day":31,"month":31}'])).toEqual(date);
    await expect(
      read(['dateOfBirth', JSON.stringify(date.dateOfBirth)], ['dateOfBirth[day]', '1']),
    ).rejects.toMatchObject({
      errors: { 'dateOfBirth.month': ['Zadajte mesiac.'], 'dateOfBirth.year': ['Zadajte rok.'] },
    });
  });

  it.each([
    '{',
    '[1]',
    '5',
    'x',
    '{"__proto__":1}',
    '{"day":{"constructor":1}}',
    '{"a":{"a":{"a":{"a":{"a":1}}}}}',
  ])('an object field with the JSON text %s gets one error and no errors for its members', async text => {
    await expect(read(['dateOfBirth', text])).rejects.toMatchObject({
      errors: { dateOfBirth: [slovakMessages.shape] },
    });
  });

  it.each<[string, [string, string][]]>([
    ['JSON text', [['company', '{"taxId":"1","vatId":"null","businessId":null}']]],
    [
      'bracketed fields',
      [
        ['company[taxId]', '1'],
        ['company[vatId]', ' null '],
        ['company[businessId]', ''],
      ],
    ],
  ])('the text "null" inside an object of a form is null: %s', async (_, fields) => {
    expect(await read(['name', 'null'], ...fields)).toEqual({
      name: 'null',
      company: { businessId: null, taxId: '1', vatId: null },
    });
  });

  it('an object or a member of an object in a form is absent if its text is "null"', async () => {
    expect(await read(['company', 'null'])).toEqual({});
    await expect(read(['dateOfBirth[day]', 'null'])).rejects.toMatchObject({
      errors: { 'dateOfBirth.day': ['Zadajte deň.'] },
    });
  });

  it('a part of type application/json is read as an object even when it has a file name', async () => {
    const blob = new File(['{"taxId":"1"}'], 'blob', { type: 'application/json; charset=utf-8' });
    expect(await read(['company', blob])).toMatchObject({ company: { taxId: '1' } });
  });

  it('an object field that is sent as a list or a file gets one error and no errors for its members', async () => {
    const errors = { dateOfBirth: [slovakMessages.shape] };
    await expect(read(['dateOfBirth[]', '1'])).rejects.toMatchObject({ errors });
    await expect(read(['dateOfBirth', new File(['{}'], 'x.json')])).rejects.toMatchObject({ errors });
  });

  it.each(['-1', '-0', '0', '32', '9'.repeat(400), `-${'9'.repeat(400)}`])(
    'the day %s in a form gets an error, and so does the date of birth, which does not exist',
    async day => {
      const errors = { dateOfBirth: [slovakMessages.noSuchDate], 'dateOfBirth.day': [slovakMessages.day] };
      await expect(read(['dateOfBirth[day]', day], ...monthAndYear)).rejects.toMatchObject({ errors });
      await expect(read(['dateOfBirth', `{"day":"${day}","month":1,"year":1990}`])).rejects.toMatchObject({
        errors,
      });
    },
  );
});

it.each<[string, Fields]>([
  [
    'fields with empty brackets',
    [
      ['regions[]', 'ba'],
      ['regions[]', 'ke'],
      ['regions[]', 'ba'],
    ],
  ],
  [
    'fields with an index in brackets',
    [
      ['regions[0]', 'ba'],
      ['regions[1]', 'ke'],
    ],
  ],
  [
    'repeated fields',
    [
      ['regions', 'ba'],
      ['regions', 'ke'],
    ],
  ],
  ['JSON text', [['regions', ' ["ba","ke"]']]],
  [
    'bracketed fields that replace JSON text',
    [
      ['regions', '["za"]'],
      ['regions[]', 'ba'],
      ['regions[7]', 'ke'],
    ],
  ],
])('formBody reads a list sent as %s', async (_, fields) => {
  expect(await read(...(fields as [string, string][]))).toEqual({ regions: ['ba', 'ke'] });
});

it('a form field with a list index above 99 gets the error about its shape', async () => {
  await expect(read(['regions[100]', 'ba'])).rejects.toMatchObject({
    errors: { regions: [slovakMessages.shape] },
  });
});

it.each(['[', '{"0":"ba"}'])('a list in a form has one error when its text is %s', async text => {
  await expect(read(['regions', text])).rejects.toMatchObject({
    errors: { regions: [slovakMessages.shape] },
  });
});

it('the last value of a repeated form field is used if the field is not a list', async () => {
  expect(await read(['name', 'Ján'], ['name', 'Eva'], ['newsletter', '1'])).toEqual({
    name: 'Eva',
    newsletter: true,
  });
  expect(await read(['company[taxId]', '1'], ['company[taxId]', '2'])).toMatchObject({
    company: { taxId: '2' },
  });
});

it('the type of an uploaded file is detected from its content, not from its name or declared type', async () => {
  const file = new File([JPEG], 'letter.txt', { type: 'text/plain' });
  expect(await read(['scan', file])).toEqual({ scan: { content: JPEG, type: 'image/jpeg' } });
});

it('formBody rejects an empty file that has a name', async () => {
  await expect(read(['scan', new File([], 'x.jpg')])).rejects.toMatchObject({
    errors: { scan: [slovakMessages.fileEmpty] },
  });
});

it.each<[string, string | File]>([
  ['a text', 'text'],
  ['a number', '5'],
  ['JSON text', '{"key":"x"}'],
  ['a part of type application/json', new File([JPEG], 'scan.jpg', { type: 'application/json' })],
])('formBody rejects a file sent as %s', async (_, sent) => {
  await expect(read(['scan', sent])).rejects.toMatchObject({ errors: { scan: [slovakMessages.file] } });
});

it('formBody rejects text in a file field and a file in a text field', async () => {
  await expect(read(['scan', 'text'], ['name', new File(['x'], 'x')])).rejects.toMatchObject({
    errors: { name: [slovakMessages.text], scan: [slovakMessages.file] },
  });
});

it('bracketed fields and JSON text of a form have the same result', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map(value => `x${value}`);
  const company = fc.record({ businessId: fc.option(text), taxId: text, vatId: fc.option(text) });
  const regions = fc.subarray(['ba', 'bb', 'ke', 'nr', 'po', 'tn', 'tt', 'za'], { minLength: 1 });
  const file = fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.concat([JPEG, bytes]));

  await fc.assert(
    fc.asyncProperty(company, regions, file, async (firm, codes, content) => {
      const scan: [string, File] = ['scan', new File([content], 'x')];
      const toFlatFields = await read(
        ...Object.entries(firm).map(([key, value]): [string, string] => [`company[${key}]`, value ?? '']),
        scan,
        ...codes.map((code): [string, string] => ['regions[]', code]),
      ).catch(String);
      const asJson = await read(
        ['regions', JSON.stringify(codes)],
        ['company', JSON.stringify(firm)],
        scan,
      ).catch(String);
      expect(toFlatFields).toEqual(asJson);
      if (typeof asJson === 'object') expect(asJson).toMatchObject({ regions: codes, scan: { content } });
    }),
    { numRuns: 60 },
  );
});

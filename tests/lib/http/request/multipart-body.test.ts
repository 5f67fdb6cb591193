import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { multipartBody } from '../../../../lib/http/request/multipart-body.ts';
import * as field from '../../../../lib/validation/fields.ts';
import { slovakMessages } from '../../../../lib/validation/slovak.ts';
import { createFormRequest } from '../../../support/create-request.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

const reader = multipartBody({
  name: field.optional(field.Name),
  dateOfBirth: field.optional(field.DateOfBirth),
  company: field.optional(field.Company),
  regions: field.optional(field.Regions),
  newsletter: field.optional(field.Flag),
  scan: field.optional(field.IdScan),
});

type Fields = Iterable<readonly [string, string | File]>;
const read = async (...fields: [string, string | File][]) => reader.read(await createFormRequest(fields));
describe('nested objects', () => {
  const date = { dateOfBirth: { day: 1, month: 2, year: 1990 } };
  const monthAndYear: [string, string][] = [
    ['dateOfBirth[month]', '2'],
    ['dateOfBirth[year]', '1990'],
  ];

  it('reads an object from JSON text or bracketed fields, which replace the JSON text', async () => {
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
  ])('reports one error on the object, and none on its members, when its JSON text is %s', async text => {
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
  ])('reads the text "null" inside an object as null: %s', async (_, fields) => {
    expect(await read(['name', 'null'], ...fields)).toEqual({
      name: 'null',
      company: { businessId: null, taxId: '1', vatId: null },
    });
  });

  it('treats an object or a member with the text "null" as absent', async () => {
    expect(await read(['company', 'null'])).toEqual({});
    await expect(read(['dateOfBirth[day]', 'null'])).rejects.toMatchObject({
      errors: { 'dateOfBirth.day': ['Zadajte deň.'] },
    });
  });

  it('reads an object from a part of type application/json that has a file name', async () => {
    const blob = new File(['{"taxId":"1"}'], 'blob', { type: 'application/json; charset=utf-8' });
    expect(await read(['company', blob])).toMatchObject({ company: { taxId: '1' } });
  });

  it('reports one error on the object, and none on its members, when it is sent as a list or a file', async () => {
    const errors = { dateOfBirth: [slovakMessages.shape] };
    await expect(read(['dateOfBirth[]', '1'])).rejects.toMatchObject({ errors });
    await expect(read(['dateOfBirth', new File(['{}'], 'x.json')])).rejects.toMatchObject({ errors });
  });

  it.each(['1', '1.0', '1e0', '"1"', '"01"', '" 1 "'])('reads the JSON %s as a whole number', async day => {
    expect(await read(['dateOfBirth', `{"day":${day},"month":2,"year":1990}`])).toEqual(date);
  });

  it.each(['1', '01', ' 1 ', '0000000000000000001'])('reads the text %s as a whole number', async day => {
    expect(await read(['dateOfBirth[day]', day], ...monthAndYear)).toEqual(date);
  });

  it.each(['-1', '-0', '0', '32', '9'.repeat(400), `-${'9'.repeat(400)}`])(
    'reports the day %s as out of range and the date as nonexistent',
    async day => {
      const errors = { dateOfBirth: [slovakMessages.noSuchDate], 'dateOfBirth.day': [slovakMessages.day] };
      await expect(read(['dateOfBirth[day]', day], ...monthAndYear)).rejects.toMatchObject({ errors });
      await expect(read(['dateOfBirth', `{"day":"${day}","month":1,"year":1990}`])).rejects.toMatchObject({
        errors,
      });
    },
  );

  it.each(['-1', '-0', '0', '32', '1e400', '-1e400', '9'.repeat(400)])(
    'reports the day %s in a JSON number as out of range and the date as nonexistent',
    async day => {
      await expect(read(['dateOfBirth', `{"day":${day},"month":1,"year":1990}`])).rejects.toMatchObject({
        errors: { dateOfBirth: [slovakMessages.noSuchDate], 'dateOfBirth.day': [slovakMessages.day] },
      });
    },
  );

  it.each(['1.0', '1e0', '1.5', '0x1', '١', '1 1', '- 1', '+', '+1', 'x'])(
    'does not read the text %s as a whole number',
    async day => {
      await expect(read(['dateOfBirth[day]', day], ...monthAndYear)).rejects.toMatchObject({
        errors: { dateOfBirth: [slovakMessages.noSuchDate], 'dateOfBirth.day': [slovakMessages.wholeNumber] },
      });
    },
  );

  it('rejects a year with a plus sign as no whole number and a negative year as too early', async () => {
    const inYear = (year: string) => read(['dateOfBirth', `{"day":1,"month":1,"year":"${year}"}`]);

    await expect(inYear('+1990')).rejects.toMatchObject({
      errors: { dateOfBirth: [slovakMessages.noSuchDate], 'dateOfBirth.year': [slovakMessages.wholeNumber] },
    });
    await expect(inYear('-1990')).rejects.toMatchObject({
      errors: { dateOfBirth: [slovakMessages.yearOfBirth], 'dateOfBirth.year': [slovakMessages.year] },
    });
  });
});

describe('lists', () => {
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
  ])('reads a list sent as %s', async (_, fields) => {
    expect(await read(...([...fields] as [string, string][]))).toEqual({ regions: ['ba', 'ke'] });
  });

  it('reads plain text in a list field as a list of one entry', async () => {
    expect(await read(['regions', 'ba'])).toEqual({ regions: ['ba'] });
  });

  it.each(['[', '{"0":"ba"}'])('reports one error on the list when its text is %s', async text => {
    await expect(read(['regions', text])).rejects.toMatchObject({
      errors: { regions: [slovakMessages.shape] },
    });
  });
});

it('reads the last value of a repeated scalar field, and the text 1 as true', async () => {
  expect(await read(['name', 'Ján'], ['name', 'Eva'], ['newsletter', '1'])).toEqual({
    name: 'Eva',
    newsletter: true,
  });
  expect(await read(['company[taxId]', '1'], ['company[taxId]', '2'])).toMatchObject({
    company: { taxId: '2' },
  });
});

describe('files', () => {
  it('detects the type of a file from its content, not from its name or declared type', async () => {
    const file = new File([JPEG], 'letter.txt', { type: 'text/plain' });
    expect(await read(['scan', file])).toEqual({ scan: { content: JPEG, type: 'image/jpeg' } });
  });

  it('rejects an empty file that has a name', async () => {
    await expect(read(['scan', new File([], 'x.jpg')])).rejects.toMatchObject({
      errors: { scan: [slovakMessages.notAnImage] },
    });
  });

  it.each<[string, string | File]>([
    ['a text', 'text'],
    ['a number', '5'],
    ['JSON text', '{"key":"x"}'],
    ['a part of type application/json', new File([JPEG], 'scan.jpg', { type: 'application/json' })],
  ])('rejects a file sent as %s', async (_, sent) => {
    await expect(read(['scan', sent])).rejects.toMatchObject({ errors: { scan: [slovakMessages.file] } });
  });

  it('rejects a file sent in a bracketed field', async () => {
    await expect(read(['scan[a]', new File([JPEG], 'scan.jpg')])).rejects.toMatchObject({
      errors: { scan: [slovakMessages.file] },
    });
  });

  it('rejects text in a file field and a file in a text field', async () => {
    await expect(read(['scan', 'text'], ['name', new File(['x'], 'x')])).rejects.toMatchObject({
      errors: { name: [slovakMessages.text], scan: [slovakMessages.file] },
    });
  });
});

it('reads bracketed fields and JSON text to the same result', async () => {
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

/** Tests of JSON and urlencoded bodies with files, which are sent as upload keys (infra/docs/api/validation.md). */
import { expect, it } from 'vitest';
import { formBody } from '../../../../lib/http/request/form-body.ts';
import * as field from '../../../../lib/validation/fields.ts';
import { slovakMessages } from '../../../../lib/validation/slovak.ts';
import { createRequest } from '../../../support/create-request.ts';

const KEY = `incoming/identity-document/${'0a'.repeat(16)}`;
const URLENCODED = 'application/x-www-form-urlencoded';
const READ = {
  name: 'Ján Nový',
  dateOfBirth: { day: 1, month: 2, year: 1990 },
  regions: ['ba', 'ke'],
  newsletter: true,
  scan: { key: KEY },
};

const reader = formBody({
  name: field.Name,
  dateOfBirth: field.DateOfBirth,
  regions: field.Regions,
  newsletter: field.Flag,
  scan: field.IdScan,
});

const read = (body: Buffer | string, type?: string) => reader.read(createRequest(body, type));
const sent = { ...READ, scan: KEY };

it('formBody rejects text in place of a number in a JSON body', async () => {
  expect(await read(JSON.stringify(sent), 'application/json; charset=utf-8')).toEqual(READ);
  const dateOfBirth = { day: '1', month: 2.0, year: 1990 };
  await expect(read(JSON.stringify({ ...sent, dateOfBirth }), 'application/json')).rejects.toMatchObject({
    errors: { dateOfBirth: [slovakMessages.noSuchDate], 'dateOfBirth.day': [slovakMessages.wholeNumber] },
  });
});

it.each([[5], [{ key: KEY }], [[KEY]], [true]])(
  'formBody rejects the JSON %j as an upload key',
  async scan => {
    await expect(read(JSON.stringify({ ...sent, scan }), 'application/json')).rejects.toMatchObject({
      errors: { scan: ['Nahrajte súbor.'] },
    });
  },
);

it.each([
  [
    'in bracketed fields',
    'dateOfBirth[day]=01&dateOfBirth%5Bmonth%5D=2&dateOfBirth[year]=1990&regions[]=ba&regions[]=ke',
  ],
  [
    'as JSON text',
    `dateOfBirth=${encodeURIComponent('{"day":1,"month":2.0,"year":1990}')}&regions=ba&regions=ke&`,
  ],
])('formBody reads URL-encoded fields with nested objects %s', async (_, nested) => {
  expect(await read(`name=J%C3%A1n+Nov%C3%BD&&newsletter=on&scan=${KEY}&${nested}`, URLENCODED)).toEqual(
    READ,
  );
});

it.each([
  ['name=Ľuba', 'Ľuba'],
  ['\ufeffname=Ľuba\r\n', 'Ľuba'],
  ['name=Ľub%C3%A0', 'Ľubà'],
  ['name=%C4%BDubà', 'Ľubà'],
  ['name=Ľuba+Malá', 'Ľuba Malá'],
  ['name=100€+Eva', '100€ Eva'],
])('formBody reads the URL-encoded body %j, in which some characters are not encoded', async (body, name) => {
  const rest = `dateOfBirth={"day":1,"month":2,"year":1990}&regions=ba&newsletter=1&scan=${KEY}`;
  expect(await read(`${body.trimEnd()}&${rest}\n`, URLENCODED)).toMatchObject({ name });
});

it.each([
  ['name=J\ufffdn', URLENCODED],
  ['name=J%EF%BF%BDn', URLENCODED],
  ['{"name":"J\ufffdn"}', 'application/json'],
  ['{"name":"J\\ufffdn"}', 'application/json'],
])('formBody reports the replacement character in %j as an error of its field', async (body, type) => {
  await expect(read(body, type)).rejects.toMatchObject({ errors: { name: [slovakMessages.characters] } });
});

it.each([URLENCODED, 'application/json', 'multipart/form-data; boundary=b'])(
  'formBody rejects a compressed body of type %s as unsupported',
  async type => {
    const request = createRequest('x', type);
    const compressed = { ...request, headers: { ...request.headers, 'content-encoding': 'gzip' } };
    await expect(reader.read(compressed)).rejects.toMatchObject({ code: 'unsupported-media-type' });
  },
);

it.each([
  ['', undefined],
  ['', 'application/json'],
  [' \n', URLENCODED],
  ['', URLENCODED],
])('formBody reads the body %j of type %j as a body without fields', async (body, type) => {
  await expect(read(body, type)).rejects.toMatchObject({
    errors: { name: ['Toto pole je povinné.'], scan: ['Toto pole je povinné.'] },
  });
});

it.each([
  ['a broken percent escape', 'name=%zz', URLENCODED],
  ['percent-encoded bytes that are not UTF-8', 'name=J%E1n', URLENCODED],
  ['bytes that are not UTF-8', Buffer.from('name=J\xe1n', 'latin1'), URLENCODED],
  ['a name in bytes that are not UTF-8', Buffer.from('J\xe1n=1', 'latin1'), URLENCODED],
  ['201 pairs', 'a=1&'.repeat(201), URLENCODED],
  ['a value of more than 64 KiB', `name=${'x'.repeat(65_537)}`, URLENCODED],
  ['a reserved key', '__proto__[x]=1', URLENCODED],
  ['six levels of nesting', 'a[b][c][d][e][f]=1', URLENCODED],
  ['broken JSON', '{', 'application/json'],
  ['a JSON list', '[]', 'application/json'],
])('formBody rejects a URL-encoded or JSON body as malformed: %s', async (_, body, type) => {
  await expect(read(body, type)).rejects.toMatchObject({ code: 'malformed-body' });
});

it.each([URLENCODED, 'application/json'])(
  'formBody rejects a body of type %s larger than 256 KB',
  async type => {
    const readBlanks = (size: number) => read(Buffer.alloc(size, ' '), type);

    await expect(readBlanks(262_144)).rejects.toMatchObject({ errors: { name: ['Toto pole je povinné.'] } });
    await expect(readBlanks(262_145)).rejects.toMatchObject({ code: 'too-large' });
  },
);

it.each(['text/plain', 'application/xml', 'application/jsonp', URLENCODED.slice(0, -1)])(
  'formBody rejects the media type %s as unsupported',
  async type => {
    await expect(read('', type)).rejects.toMatchObject({ code: 'unsupported-media-type' });
  },
);

it('formBody rejects a body without a media type as unsupported', async () => {
  await expect(read('name=x')).rejects.toMatchObject({ code: 'unsupported-media-type' });
});

import { expect, it } from 'vitest';
import { jsonBody } from '../../../../lib/http/request/json-body.ts';
import * as field from '../../../../lib/validation/fields.ts';
import { slovakMessages } from '../../../../lib/validation/slovak.ts';
import { createRequest } from '../../../support/create-request.ts';

const reader = jsonBody({ name: field.optional(field.Name), company: field.optional(field.Company) });

const read = (body: Buffer | string, contentType: string | undefined = 'application/json') =>
  reader.read(createRequest(body, contentType || undefined));

it.each([
  'application/json',
  'Application/JSON; charset=utf-8',
  'application/json; profile="x; charset=latin1"',
])('jsonBody reads a body of type %s', async type => {
  expect(await read('{"name":" Ján ","unknown":1,"name":"Eva"}', type)).toEqual({ name: 'Eva' });
});

it.each([
  ['', ''],
  ['', 'application/json'],
  [' \n', 'application/json'],
  ['{}', 'application/json'],
])('jsonBody reads the body %j of type %j as an empty object', async (body, type) => {
  expect(await read(body, type)).toEqual({});
});

it.each([
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/x-www-form-urlencoded',
])('jsonBody rejects the media type %s as unsupported, even for an empty body', async type => {
  await expect(read('{}', type)).rejects.toMatchObject({ code: 'unsupported-media-type' });
  await expect(read('', type)).rejects.toMatchObject({ code: 'unsupported-media-type' });
});

it('jsonBody rejects a body without a media type as unsupported', async () => {
  await expect(read('{}', '')).rejects.toMatchObject({ code: 'unsupported-media-type' });
});

it('jsonBody rejects a body of more than 256 KB', async () => {
  const createJsonOfSize = (length: number) => JSON.stringify({ x: 'x'.repeat(length - '{"x":""}'.length) });

  expect(await read(createJsonOfSize(262_144))).toEqual({});
  await expect(read(createJsonOfSize(262_145))).rejects.toMatchObject({ code: 'too-large' });
});

const createNestedJson = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;

it.each([
  ['broken syntax', '{'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a text', '"x"'],
  ['bytes that are not UTF-8', Buffer.from('{"name":"J\xe1n"}', 'latin1')],
  ['UTF-16 with a byte order mark', Buffer.from('\ufeff{"name":"Eva"}', 'utf16le')],
  ['UTF-16 in the order of the network', Buffer.from('\ufeff{"name":"Eva"}', 'utf16le').swap16()],
  ['UTF-16 as the gateway passes it on', Buffer.from('\ufffd\ufffd{\0"\0n\0')],
  ['a reserved key', '{"__proto__":{}}'],
  ['a reserved key with blanks', '{" __proto__ ":{}}'],
  ['a nested reserved key', '{"company":{"x":[{"constructor":1}]}}'],
  ['six levels of nesting', createNestedJson(6)],
  ['130,000 levels of nesting', '[['.repeat(130_000)],
])('jsonBody rejects a body as malformed: %s', async (_, body) => {
  await expect(read(body)).rejects.toMatchObject({ code: 'malformed-body' });
});

it('jsonBody reads JSON that is nested five levels deep', async () => {
  expect(await read(createNestedJson(5))).toEqual({});
});

it('jsonBody does not parse JSON text in a string field as an object', async () => {
  await expect(read('{"company":"{\\"taxId\\":\\"1\\"}"}')).rejects.toMatchObject({
    errors: { company: [slovakMessages.shape] },
  });
});

it.each(['', '{"name":"Eva"}'])('jsonBody reads the body %j with a byte order mark', async body => {
  expect(await read(`\ufeff${body}`)).toEqual(body === '' ? {} : { name: 'Eva' });
});

it.each(['{"name":"J\ufffdn"}', '{"name":"J\\ufffdn"}'])(
  'jsonBody reports the replacement character in %s as an error of its field',
  async body => {
    await expect(read(body)).rejects.toMatchObject({ errors: { name: [slovakMessages.characters] } });
  },
);

it.each(['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip'])(
  'jsonBody rejects a body with the content encoding %j as unsupported',
  async encoding => {
    const request = createRequest('{"name":"Eva"}', 'application/json');
    const compressed = { ...request, headers: { ...request.headers, 'content-encoding': encoding } };
    await expect(reader.read(compressed)).rejects.toMatchObject({ code: 'unsupported-media-type' });
  },
);

it('jsonBody reads a body with the content encoding "identity"', async () => {
  const request = createRequest('{"name":"Eva"}', 'application/json');
  const headers = { ...request.headers, 'content-encoding': 'Identity' };
  expect(await reader.read({ ...request, headers })).toEqual({ name: 'Eva' });
});

it('jsonBody reports a lone surrogate as an error of its field', async () => {
  await expect(read('{"name":"\\ud800"}')).rejects.toMatchObject({
    errors: { name: [slovakMessages.characters, slovakMessages.noLetter] },
  });
});

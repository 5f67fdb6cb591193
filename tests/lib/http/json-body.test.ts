import { expect, it } from 'vitest';
import { jsonBody } from '../../../lib/http/json-body.ts';
import * as field from '../../../lib/validation/fields.ts';
import { slovak } from '../../../lib/validation/slovak.ts';
import { createRequest } from '../../support/requests.ts';

const reader = jsonBody({ name: field.optional(field.Name), company: field.optional(field.Company) });

const read = (body: Buffer | string, contentType: string | undefined = 'application/json') =>
  reader.read(createRequest(body, contentType || undefined));

it.each(['application/json', 'Application/JSON; charset=utf-8'])('reads %s', async type => {
  expect(await read('{"name":" Ján ","unknown":1,"name":"Eva"}', type)).toEqual({ name: 'Eva' });
});

it.each([
  ['', ''],
  ['', 'application/json'],
  [' \n', 'application/json'],
  ['{}', 'application/json'],
])('takes %j of type %j as {}', async (body, type) => {
  expect(await read(body, type)).toEqual({});
});

it.each([
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/x-www-form-urlencoded',
])('415 for %s, also when it is empty', async type => {
  await expect(read('{}', type)).rejects.toMatchObject({ code: 'unsupported-media-type' });
  await expect(read('', type)).rejects.toMatchObject({ code: 'unsupported-media-type' });
});

it('415 for a body without a type', async () => {
  await expect(read('{}', '')).rejects.toMatchObject({ code: 'unsupported-media-type' });
});

it('413 for more than 256 KB', async () => {
  const ofBytes = (length: number) => JSON.stringify({ x: 'x'.repeat(length - '{"x":""}'.length) });

  expect(await read(ofBytes(262_144))).toEqual({});
  await expect(read(ofBytes(262_145))).rejects.toMatchObject({ code: 'too-large' });
});

const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;

it.each([
  ['broken', '{'],
  ['a list', '[]'],
  ['null', 'null'],
  ['text', '"x"'],
  ['no UTF-8', Buffer.from('{"name":"J\xe1n"}', 'latin1')],
  ['a reserved key', '{"__proto__":{}}'],
  ['a reserved key inside', '{"company":{"x":[{"constructor":1}]}}'],
  ['too deep', nested(6)],
  ['far too deep', '[['.repeat(130_000)],
])('400 for JSON that is %s', async (_, body) => {
  await expect(read(body)).rejects.toMatchObject({ code: 'malformed-body' });
});

it('reads five levels', async () => {
  expect(await read(nested(5))).toEqual({});
});

it('does not take JSON text for an object: only forms send that', async () => {
  await expect(read('{"company":"{\\"taxId\\":\\"1\\"}"}')).rejects.toMatchObject({
    errors: { company: [slovak.shape] },
  });
});

it('refuses a lone surrogate on its field', async () => {
  await expect(read('{"name":"\\ud800"}')).rejects.toMatchObject({ errors: { name: [slovak.characters] } });
});

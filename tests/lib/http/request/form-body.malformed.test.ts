import { expect, it } from 'vitest';
import { formBody } from '../../../../lib/http/request/form-body.ts';
import * as field from '../../../../lib/validation/fields.ts';
import { createRequest } from '../../../support/create-request.ts';

const reader = formBody({ name: field.optional(field.Name), scan: field.optional(field.IdScan) });

const readRaw = (body: Buffer | string, type = 'multipart/form-data; boundary=b') =>
  reader.read(createRequest(body, type));
const part = (disposition: string, content = 'x') =>
  `--b\r\nContent-Disposition: ${disposition}\r\n\r\n${content}\r\n`;

it('formBody ignores the empty file part that a browser sends when no file is chosen', async () => {
  expect(await readRaw(`${part('form-data; name="scan"; filename=""', '')}--b--`)).toEqual({});
});

it('formBody reads a part with content and an empty file name as a file', async () => {
  const body = `${part('form-data; name="scan"; filename=""', 'text')}--b--`;
  await expect(readRaw(body)).rejects.toMatchObject({
    errors: { scan: ['Súbor musí byť obrázok vo formáte JPEG alebo PNG.'] },
  });
});

it.each([
  ['bytes that are not UTF-8', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['more than 64 KiB', Buffer.alloc(65_537, 'x')],
])('formBody reports a file part without a file name as an error of its field: %s', async (_, content) => {
  const body = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="scan"\r\n\r\n'),
    content,
    Buffer.from('\r\n--b--'),
  ]);

  await expect(readRaw(body)).rejects.toMatchObject({ errors: { scan: ['Nahrajte súbor.'] } });
});

it('formBody reads a body without parts as an empty object', async () => {
  expect(await readRaw('--b--\r\n')).toEqual({});
});

it('formBody accepts a file whose name is not UTF-8', async () => {
  const name = 'ob\xe8iansky.jpg';
  const body = `${part(`form-data; name="scan"; filename="${name}"`, '\xff\xd8\xff\xe0')}--b--`;

  expect(await readRaw(Buffer.from(body, 'latin1'))).toMatchObject({ scan: { type: 'image/jpeg' } });
});

it.each(['\r\n', 'This is a message in several parts.\r\n'])(
  'formBody skips the preamble before the first boundary: %j',
  async preamble => {
    expect(await readRaw(`${preamble}${part('form-data; name="name"', 'Eva')}--b--`)).toEqual({
      name: 'Eva',
    });
  },
);

const JPEG = '\xff\xd8\xff\xe0';

it.each(['7bit', '8bit', 'binary', ' Binary '])(
  'formBody reads a part with the transfer encoding %j as it is',
  async encoding => {
    const disposition = `form-data; name="scan"; filename="x"\r\nContent-Transfer-Encoding: ${encoding}`;
    const body = Buffer.from(`${part(disposition, JPEG)}--b--`, 'latin1');

    expect(await readRaw(body)).toEqual({
      scan: { type: 'image/jpeg', content: Buffer.from(JPEG, 'latin1') },
    });
  },
);

it.each([' ', '\t \t'])('formBody skips the blanks %j after a boundary', async blanks => {
  const scan = part('form-data; name="scan"; filename="x"', `${JPEG}\r\nx--b${blanks}\r\n--c${blanks}\r\n`);
  const padded = (part('form-data; name="name"', 'Eva') + scan).replaceAll(
    /(^|\r\n)--b\r\n/g,
    `$1--b${blanks}\r\n`,
  );
  const read = await readRaw(Buffer.from(`preamble\r\n${padded}--b--${blanks}\r\nepilogue`, 'latin1'));

  expect(read).toEqual({
    name: 'Eva',
    scan: {
      type: 'image/jpeg',
      content: Buffer.from(`${JPEG}\r\nx--b${blanks}\r\n--c${blanks}\r\n`, 'latin1'),
    },
  });
});

it.each(["boundary=a'()+_,-./:=?z", `boundary="a'()+_,-./:=? z"; charset=utf-8`])(
  'formBody reads a body with the boundary in %s',
  async parameter => {
    const [, boundary = ''] = /^boundary="?([^";]*)/.exec(parameter) ?? [];
    const body = `${part('form-data; name="name"', 'Eva')}--b--`.replaceAll('--b', `--${boundary}`);
    expect(await readRaw(body, `multipart/form-data; ${parameter}`)).toEqual({ name: 'Eva' });
  },
);

it('formBody does not read a parameter inside a quoted file name', async () => {
  const disposition = 'form-data; filename="; name=\\"name\\"; x"; name="scan"';
  const body = Buffer.from(`${part(disposition, JPEG)}--b--`, 'latin1');

  expect(await readRaw(body)).toMatchObject({ scan: { type: 'image/jpeg' } });
});

it.each([
  ['no content', ''],
  ['no closing boundary', part('form-data; name="name"')],
  ['an end in the middle of a header', '--b\r\nContent-Disposition: form'],
  [
    'an end in the middle of a file',
    '--b\r\nContent-Disposition: form-data; name="scan"; filename="x"\r\n\r\nabc',
  ],
  ['parts with another boundary', part('form-data; name="name"').replace('--b', '--c')],
  ['a part without headers', '--b\r\n\r\nx\r\n--b--'],
  ['a part whose header does not end', '--b\r\nContent-Disposition: form-data; name="name"\r\n--b--'],
  [
    'a part whose header is cut off by the next part',
    `--b\r\nContent-Disposition: form-data; name="x"\r\n${part('form-data; name="name"')}--b--`,
  ],
  ['a part with another disposition', `${part('attachment; name="name"')}--b--`],
  ['a part without a name', `${part('form-data')}--b--`],
  [
    'a part with a name that is not UTF-8',
    Buffer.from(`${part('form-data; name="n\xe1me"')}--b--`, 'latin1'),
  ],
  ['lines that end without a carriage return', `${part('form-data; name="name"')}--b--`.replaceAll('\r', '')],
  ...['base64', 'Quoted-Printable', 'x-gzip', ''].map((encoding): [string, string] => [
    `a text with the transfer encoding "${encoding}"`,
    `${part(`form-data; name="name"\r\nContent-Transfer-Encoding: ${encoding}`)}--b--`,
  ]),
  [
    'a text in ISO-8859-2',
    `${part('form-data; name="name"\r\nContent-Type: text/plain; charset=iso-8859-2', 'Eva')}--b--`,
  ],
  [
    'a file with the transfer encoding base64',
    `${part('form-data; name="scan"; filename="x"\r\nContent-Transfer-Encoding: base64', '/9j/4A==')}--b--`,
  ],
  ['the key __proto__', `${part('form-data; name="__proto__[x]"')}--b--`],
  ['the nested key constructor', `${part('form-data; name="company[constructor]"')}--b--`],
  ['the key prototype in an unknown field', `${part('form-data; name="x[y][prototype]"')}--b--`],
  ['six levels of nesting', `${part('form-data; name="a[b][c][d][e][f]"')}--b--`],
  ['201 parts', `${part('form-data; name="x"').repeat(201)}--b--`],
  [
    '201 parts with blanks after the boundary',
    part('form-data; name="x"').repeat(201).replaceAll('--b', '--b '),
  ],
  ['a text of more than 64 KiB', `${part('form-data; name="x"', 'x'.repeat(65_537))}--b--`],
  ['a text that is not UTF-8', Buffer.from(`${part('form-data; name="name"', 'J\xe1n')}--b--`, 'latin1')],
])('formBody rejects a body as malformed: %s', async (_, body) => {
  await expect(readRaw(body)).rejects.toMatchObject({ code: 'malformed-body' });
});

it.each(['', '; boundary=', `; boundary=${'b'.repeat(300)}`, '; charset=utf-8'])(
  'formBody rejects a body as malformed when its media type has the parameters %j',
  async parameters => {
    await expect(readRaw('--b--', `multipart/form-data${parameters}`)).rejects.toMatchObject({
      code: 'malformed-body',
    });
  },
);

it('formBody does not read a boundary inside another quoted parameter', async () => {
  const body = `${part('form-data; name="name"', 'Eva')}--b--`;
  const type = 'multipart/form-data; profile="; boundary=other"; boundary=b';
  expect(await readRaw(body, type)).toEqual({ name: 'Eva' });
});

it('formBody accepts 200 parts with blanks after the boundary', async () => {
  const parts = part('form-data; name="name"', 'Eva').repeat(200).replaceAll('--b', '--b ');
  expect(await readRaw(`${parts}--b-- \r\n${parts}`)).toEqual({ name: 'Eva' });
});

it('formBody accepts 200 parts, five levels of nesting and a text of 64 KiB', async () => {
  expect(
    await readRaw(`${part('form-data; name="a[b][c][d][e]"', 'x'.repeat(65_536)).repeat(200)}--b--`),
  ).toEqual({});
});

it.each([['text/plain'], ['multipart/mixed; boundary=b'], ['']])(
  'formBody rejects the media type %j',
  async type => {
    await expect(readRaw('--b--', type)).rejects.toMatchObject({ code: 'unsupported-media-type' });
  },
);

it('formBody rejects a body of more than 25 MB', async () => {
  await expect(readRaw(Buffer.alloc(26_214_401))).rejects.toMatchObject({ code: 'too-large' });
});

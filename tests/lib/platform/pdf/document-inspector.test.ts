import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { describe, expect, it, vi } from 'vitest';
import {
  createDocumentInspector,
  INSPECTION_LIMITS,
} from '../../../../lib/platform/pdf/document-inspector.ts';
import { readLogEvents } from '../../../support/captured-log.ts';
import { buildPdf, buildStream, type PdfParts } from '../../../support/pdf-files.ts';

/** Limits with so much time that a busy machine changes no verdict. */
const LIMITS = { ...INSPECTION_LIMITS, timeMs: 150_000 };

/** Inspects a document. Returns the verdict and the logged reason. */
async function inspect(content: Buffer | Uint8Array, limits = LIMITS): Promise<string> {
  const verdict = await createDocumentInspector(limits).inspect(Buffer.from(content));
  const { detail } = readLogEvents('document.checked').at(-1) ?? {};
  expect(String(detail).split(':')[0]).toBe(verdict);
  return String(detail);
}

const SCRIPT = '<</S/JavaScript/JS(app.alert\\(1\\))>>';

const embeddedFile = (fileName: string, content: string | Buffer, members = ''): PdfParts => ({
  catalog: `/Names<</EmbeddedFiles<</Names[(a) <</Type/Filespec/F${fileName}/EF<</F 5 0 R>>>>]>>>>`,
  objects: [buildStream(`/Type/EmbeddedFile${members}`, content)],
});

/** Builds an object stream, in which a PDF stores compressed objects. */
const objectStream = (content: Buffer): Buffer =>
  buildStream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', deflateSync(content, { level: 9 }));

it.each<[string, Buffer]>([
  [
    'with a link to a web page',
    buildPdf({ page: '/Annots[<</Subtype/Link/A<</S/URI/URI(https://x.sk)>>>>]' }),
  ],
  ['with a form', buildPdf({ catalog: '/AcroForm<</Fields[<</FT/Tx/T(name)>>]>>' })],
  ['with an embedded XML file', buildPdf(embeddedFile('(faktura.xml)', '<?xml version="1.0"?><a/>'))],
  ['with an embedded file without content', buildPdf(embeddedFile('(prazdny.txt)', ''))],
])('the verdict on a document %s is ok', async (_, content) => {
  expect(await inspect(content)).toBe('ok');
});

it('the verdict on a document with compressed objects is ok', async () => {
  const document = await PDFDocument.create();
  document.addPage().drawText('Znalecky posudok');

  expect(await inspect(await document.save({ useObjectStreams: true }))).toBe('ok');
});

it('the verdict on a document with a later revision is ok', async () => {
  const revision = '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>\nendobj\n';
  const end = 'xref\n0 0\ntrailer\n<</Size 5/Root 1 0 R/Prev 300>>\nstartxref\n500\n%%EOF\n';

  expect(await inspect(Buffer.concat([buildPdf(), Buffer.from(revision + end)]))).toBe('ok');
});

describe('documents that the inspector finds unreadable', () => {
  const valid = buildPdf();
  it.each<[string, string, Buffer]>([
    ['that is empty', 'damaged', Buffer.alloc(0)],
    ['of 29 bytes that begins like a PDF', 'truncated', Buffer.from('%PDF-1.7\na finished testimony')],
    ['that ends in an object', 'damaged', valid.subarray(0, valid.indexOf('/MediaBox'))],
    ['that ends before the cross-reference table', 'truncated', valid.subarray(0, valid.indexOf('xref\n0'))],
    [
      'whose catalog has no pages',
      'no-page',
      Buffer.from(valid.toString().replace('/Kids[3 0 R]', '/Kids[]')),
    ],
    [
      'whose page tree refers to itself',
      'no-page',
      Buffer.from(valid.toString().replace('/Kids[3 0 R]', '/Kids[2 0 R]')),
    ],
  ])('a document %s is unreadable', async (_, reason, content) => {
    expect(await inspect(content)).toBe(`unreadable: ${reason}`);
  });

  it('an encrypted document without a user password is unreadable', async () => {
    const document = await PDFDocument.create();
    document.addPage().drawText('Znalecky posudok');
    document.encrypt({ userPassword: '', ownerPassword: 'owner' });

    expect(await inspect(await document.save({ useObjectStreams: false }))).toBe('unreadable: encrypted');
  });

  it('a document whose object stream decompresses to hundreds of megabytes is too complex', async () => {
    const bomb = deflateSync(Buffer.concat([Buffer.from('9 0 '), Buffer.alloc(400_000_000, 32)]));
    const twice = buildStream(
      '/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]',
      deflateSync(bomb, { level: 9 }),
    );
    expect(twice.length).toBeLessThan(10_000);

    expect(await inspect(buildPdf({ objects: [twice] }))).toBe('too-complex: decoded bytes');
  });

  it('a document with more objects than fit into the memory is too complex', async () => {
    const objects = objectStream(Buffer.from(`9 0 [${'<</A[1]>>'.repeat(140_000)}]`));

    expect(await inspect(buildPdf({ objects: [objects] }), { ...LIMITS, heapMb: 40 })).toBe(
      'too-complex: out-of-memory',
    );
  });

  it('a document whose inspection takes too long is too complex', async () => {
    const slow = Array.from({ length: 50 }, () => objectStream(Buffer.from(`9 0 [${'1 '.repeat(15_000)}]`)));
    const limits = { timeMs: 20, heapMb: 160, residentMb: 4096 };

    expect(await inspect(buildPdf({ objects: slow }), limits)).toBe('too-complex: out-of-time');
  });
});

const MEGABYTE = 1024 * 1024;

const countUpTo = (count: number, format: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => format(index)).join('');

it.each<[string, string, PdfParts]>([
  ['an array of 1.3 million names', 'names', { page: `/X[${countUpTo(1_300_000, index => `/a${index}`)}]` }],
  ['an array of 1.3 million equal names', 'values', { page: `/X[${'/A'.repeat(1_300_000)}]` }],
  ['a name of megabytes', 'token length', { page: `/X/${'a'.repeat(9 * MEGABYTE)}` }],
  ['a number of megabytes', 'token length', { page: `/X ${'1'.repeat(9 * MEGABYTE)}` }],
  ['a string of megabytes', 'token length', { page: `/X(${'a'.repeat(9 * MEGABYTE)})` }],
  ['a hex string of megabytes', 'token length', { page: `/X<${'a'.repeat(9 * MEGABYTE)}>` }],
  ['a long file name of dots', 'file name', embeddedFile(`(${'.'.repeat(MEGABYTE - 2)})`, 'text')],
  ['arrays that are nested too deeply', 'depth', { page: `/X ${'['.repeat(2_000_000)}` }],
  ['dictionaries that are nested too deeply', 'depth', { page: `/X ${'<</A'.repeat(500_000)}` }],
  ['300 revisions of an object', 'revisions', { objects: ['1', '7 0 obj 1 endobj '.repeat(300).slice(8)] }],
  ['a million empty dictionaries', 'containers', { page: `/X[${'<<>>'.repeat(1_000_000)}]` }],
  [
    'references to 300,000 objects',
    'references',
    { page: `/X[${countUpTo(300_000, index => `${index} 0 R `)}]` },
  ],
  [
    'an object stream that announces 2,000,000 objects',
    'references',
    { objects: [buildStream('/Type/ObjStm/First 4/N 2000000', '9 0 1')] },
  ],
  [
    'objects that are read from the same bytes again and again',
    'values',
    {
      objects: [
        buildStream(
          '/Type/ObjStm/First 900000/N 100000',
          `${countUpTo(100_000, index => `${100_000 + index} 0 `)}[${'1 '.repeat(1000)}]`,
        ),
      ],
    },
  ],
])('a document with %s is too complex', async (_, reason, parts) => {
  expect(await inspect(buildPdf(parts))).toBe(`too-complex: ${reason}`);
});

it.each<[string, string, string]>([
  [
    'a cross-reference table of millions of entries',
    'references',
    `xref\n0 2000000\n${'1 0n'.repeat(2_000_000)}\n`,
  ],
  ['megabytes of digits between its objects', 'token length', `x${'1'.repeat(9 * MEGABYTE)} `],
  ['megabytes of spaces between its objects', 'steps', `x${' '.repeat(9 * MEGABYTE)}`],
])('a document with %s is too complex', async (_, reason, insertion) => {
  const [objects, end] = buildPdf().toString('latin1').split('xref\n0 5');

  expect(await inspect(Buffer.from(`${objects}${insertion}xref\n0 5${end}`, 'latin1'))).toBe(
    `too-complex: ${reason}`,
  );
});

it.each<[string, Buffer]>([
  ['of ten megabytes', buildPdf({ objects: [buildStream('', randomBytes(10_300_000))] }, 10 * MEGABYTE)],
  [
    'with a signature of one mebibyte in hexadecimal digits',
    buildPdf({
      objects: [`<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<${'30'.repeat(512 * 1024)}>>>`],
    }),
  ],
  ['with a byte order mark before its header', Buffer.concat([Buffer.from('efbbbf', 'hex'), buildPdf()])],
  ['with a line break before its header', Buffer.concat([Buffer.from('\r\n'), buildPdf()])],
  [
    'whose fonts are named JS, Launch, JavaScript, XFA and OnInstantiate',
    buildPdf({
      page: '/Resources<</Font<</JS 5 0 R/Launch 5 0 R/JavaScript 5 0 R/XFA 5 0 R/OnInstantiate 5 0 R>>>>',
      objects: ['<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'],
    }),
  ],
  [
    'whose image is named JS',
    buildPdf({
      page: '/Resources<</XObject<</JS 5 0 R/XFA 5 0 R>>>>',
      objects: [buildStream('/Subtype/Form/BBox[0 0 1 1]', '')],
    }),
  ],
  [
    'with roles named JS and Launch',
    buildPdf({
      catalog:
        '/StructTreeRoot<</Type/StructTreeRoot/RoleMap<</JS/P/Launch/P/JavaScript/P>>/K[5 0 R 6 0 R]>>',
      objects: ['<</Type/StructElem/S/Launch/P 1 0 R/K 0>>', '<</S/JavaScript/P 1 0 R/K 1>>'],
    }),
  ],
  [
    'whose information has members named JS and Launch',
    buildPdf({ trailer: '/Info 5 0 R', objects: ['<</JS(a)/Launch(b)/JavaScript(c)/XFA(d)>>'] }),
  ],
  [
    'whose buttons have states named JS and Launch',
    buildPdf({
      page: '/Annots[<</Subtype/Widget/AS/JS/AP<</N<</JS 5 0 R/Launch 5 0 R>>>>>>]',
      objects: [buildStream('/Subtype/Form/BBox[0 0 1 1]', '')],
    }),
  ],
  [
    'with a cross-reference stream that has a predictor',
    buildPdf({
      objects: [
        buildStream(
          '/Type/XRef/Size 1/W[1 2 1]/Filter/FlateDecode/DecodeParms<</Columns 4/Predictor 12>>',
          deflateSync(Buffer.from('0200000000', 'hex')),
        ),
      ],
    }),
  ],
  [
    'with a stream whose length follows it',
    buildPdf({ objects: ['<</Length 6 0 R>>\nstream\nBT ET\nendstream', '5'] }),
  ],
])('the verdict on a document %s is ok', async (_, content) => {
  expect(await inspect(content)).toBe('ok');
});

/** Puts a script into an object stream with these members. The parser and a viewer may read the stream differently. */
const hiddenScript = (members: string, content: string | Buffer = `9 0 ${SCRIPT}`): PdfParts => ({
  objects: [buildStream(members, content)],
});

it.each<[string, PdfParts]>([
  [
    'with a predictor',
    hiddenScript('/Type/ObjStm/N 1/First 4/DecodeParms<</Predictor 12/Columns 9>>', '9 0 1'),
  ],
  [
    'with parameters for one of two filters',
    hiddenScript('/Type/ObjStm/N 1/First 4/DecodeParms[null null]', '9 0 1'),
  ],
  ['in another file', hiddenScript('/Type/ObjStm/N 1/First 4/F(other.bin)', '9 0 1')],
  ['that does not say its type', hiddenScript('/N 1/First 4')],
  [
    'whose type is in a later object',
    { objects: [buildStream('/Type 6 0 R/N 1/First 4', '9 0 1'), '/ObjStm'] },
  ],
  [
    'whose filter is in a later object',
    { objects: [buildStream('/Type/ObjStm/N 1/First 4/Filter 6 0 R', '9 0 1'), '/ASCIIHexDecode'] },
  ],
])('a document with an object stream %s is unreadable', async (_, parts) => {
  expect(await inspect(buildPdf(parts))).toBe('unreadable: ambiguous');
});

it.each(['/Crypt', '[/ASCIIHexDecode/DCTDecode]'])(
  'a document with an object stream with the filter %s is unreadable',
  async filter => {
    expect(await inspect(buildPdf(hiddenScript(`/Type/ObjStm/N 1/First 4/Filter${filter}`)))).toBe(
      'unreadable: damaged',
    );
  },
);

it('a document is unreadable when a stream of unknown length contains another object', async () => {
  const objects = [
    '<</Length 7 0 R>>\nstream\nstream\nendstream\nendobj\n8 0 obj\n<<>>\nstream\nendstream\nendstream',
    SCRIPT,
    '6',
  ];

  expect(await inspect(buildPdf({ objects }))).toBe('unreadable: ambiguous');
});

it('a document is unreadable when an action names its type twice', async () => {
  expect(await inspect(buildPdf({ catalog: '/OpenAction<</S/Launch/S/GoTo/F(cmd.exe)>>' }))).toBe(
    'unreadable: ambiguous',
  );
});

it('a document that begins like a program has active content', async () => {
  expect(await inspect(Buffer.concat([Buffer.from('MZ\n'), buildPdf()]))).toBe(
    'active-content: executable-file',
  );
});

it.each<[string, string, PdfParts]>([
  ['a script that runs when it is opened', 'javascript', { catalog: `/OpenAction ${SCRIPT}` }],
  ['a script in another object', 'javascript', { catalog: '/OpenAction 5 0 R', objects: [SCRIPT] }],
  ['a script that no object refers to', 'javascript', { objects: [SCRIPT] }],
  ['a script whose type is escaped', 'javascript', { catalog: '/OpenAction<</S/Java#53cript/#4aS(x)>>' }],
  [
    'a script whose type is in another object',
    'javascript',
    { catalog: '/OpenAction<</S 5 0 R>>', objects: ['/JavaScript'] },
  ],
  ['a script in a rendition', 'javascript', { catalog: '/OpenAction<</S/Rendition/JS(x)>>' }],
  ['a script in a 3D stream', 'javascript', { objects: [buildStream('/Type/3D/OnInstantiate 4 0 R', '')] }],
  ['a script in an object stream', 'javascript', { objects: [objectStream(Buffer.from(`9 0 ${SCRIPT}`))] }],
  ['a script whose type is a string', 'javascript', { catalog: '/OpenAction<</S(JavaScript)/JS(x)>>' }],
  [
    'a script whose type is in an object with several revisions',
    'javascript',
    {
      catalog: '/OpenAction<</S 6 0 R>>',
      objects: ['/JavaScript\nendobj\n6 0 obj\n/JavaScript', '/GoTo'],
    },
  ],
  [
    'a script that claims to be an element of the structure',
    'javascript',
    { catalog: '/OpenAction<</Type/StructElem/S/JavaScript/P 1 0 R/JS 4 0 R>>' },
  ],
  [
    'a launch that claims to be an element of the structure',
    'launch-action',
    { catalog: '/OpenAction<</Type/StructElem/S/#4caunch/P 1 0 R/Win<</F(cmd.exe)>>>>' },
  ],
  ['a script of a font named JS', 'javascript', { page: `/Resources<</Font<</JS<</A ${SCRIPT}>>>>>>` }],
  [
    'a script of a member that occurs twice',
    'javascript',
    { catalog: `/OpenAction ${SCRIPT}/OpenAction null` },
  ],
  [
    'a script in the trailer',
    'javascript',
    { trailer: `/Root<</Type/Catalog/Pages 2 0 R/OpenAction ${SCRIPT}>>/Root 1 0 R` },
  ],
  [
    'a script in an object stream with two filters',
    'javascript',
    {
      objects: [
        buildStream(
          '/Type/ObjStm/N 1/First 4/Filter[/ASCIIHexDecode/FlateDecode]',
          `${deflateSync(Buffer.from(`9 0 ${SCRIPT}`)).toString('hex')}>`,
        ),
      ],
    },
  ],
  [
    'a form in XML in another object',
    'xfa-form',
    { catalog: '/AcroForm 5 0 R', objects: ['<</XFA[(a) 4 0 R]>>'] },
  ],
  ['rich media', 'rich-media', { page: '/Annots[<</Subtype/RichMedia>>]' }],
  ['an action that starts a program', 'launch-action', { catalog: '/OpenAction<</S/Launch/F(cmd.exe)>>' }],
  ['an embedded program', 'executable-file', embeddedFile('(Setup.EXE)', 'text')],
  ['an embedded program with a dot after its name', 'executable-file', embeddedFile('(setup.exe. )', 'text')],
  [
    'an embedded program with a name in UTF-16',
    'executable-file',
    embeddedFile('<feff0061002e006200610074>', 'text'),
  ],
  ['an embedded program with a harmless name', 'executable-file', embeddedFile('(a.txt)', 'MZ\x90\x00')],
  [
    'a compressed embedded program with a harmless name',
    'executable-file',
    embeddedFile('(a.xml)', deflateSync('\x7fELF and more'), '/Filter/FlateDecode'),
  ],
  [
    'an attachment that is a script',
    'executable-file',
    { page: '/Annots[<</Subtype/FileAttachment/FS<</UF(a.js)/EF<</UF 4 0 R>>>>>>]' },
  ],
])('a document with %s has active content', async (_, reason, parts) => {
  expect(await inspect(buildPdf(parts))).toBe(`active-content: ${reason}`);
});

it('a document has active content even if a later revision replaces its script', async () => {
  const scripted = buildPdf({ catalog: '/OpenAction 5 0 R', objects: [SCRIPT] });
  const replacement = '5 0 obj\n<</S/GoTo/D[3 0 R]>>\nendobj\nstartxref\n500\n%%EOF\n';

  expect(await inspect(Buffer.concat([scripted, Buffer.from(replacement)]))).toBe(
    'active-content: javascript',
  );
});

it('a document with a script that the library itself writes has active content', async () => {
  const document = await PDFDocument.create();
  document.addPage();
  document.addJavaScript('main', 'app.alert(1)');
  document.catalog.delete(PDFName.of('OpenAction'));

  expect(await inspect(await document.save({ useObjectStreams: true }))).toBe('active-content: javascript');
});

it('the document inspector rejects instead of returning a verdict when its worker cannot be loaded', async () => {
  const folder = process.cwd();
  vi.spyOn(process, 'cwd').mockReturnValueOnce(`${folder}/tests`);

  await expect(createDocumentInspector().inspect(buildPdf())).rejects.toThrow('Cannot find module');
});

it('the document inspector can inspect several documents at the same time', async () => {
  const contents = [buildPdf(), buildPdf({ catalog: `/OpenAction ${SCRIPT}` }), Buffer.from('%PDF-')];

  expect(await Promise.all(contents.map(content => createDocumentInspector().inspect(content)))).toEqual([
    'ok',
    'active-content',
    'unreadable',
  ]);
});

/** Creates incompressible bytes, which are the same in every run. */
function randomBytes(size: number): Buffer {
  const blocks: Buffer[] = [];
  for (let index = 0; index * 32 < size; index++)
    blocks.push(createHash('sha256').update(String(index)).digest());
  return Buffer.concat(blocks).subarray(0, size);
}

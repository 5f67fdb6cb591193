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

/** Inspects a document. Returns the verdict and the logged reason. */
async function inspect(content: Buffer | Uint8Array, limits = INSPECTION_LIMITS): Promise<string> {
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
  ['with one page', buildPdf()],
  ['of 10 MB', buildPdf({}, 10_485_760)],
  ['with 10 MB of compressed images', buildPdf({ objects: imageStreams(10) })],
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
    [
      'that consists of a signature and random bytes',
      'truncated',
      Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100_000)]),
    ],
    ['that ends in an object', 'damaged', valid.subarray(0, valid.indexOf('/MediaBox'))],
    ['that ends in a stream', 'damaged', valid.subarray(0, valid.indexOf('BT ET') + 2)],
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
    ['with arrays that are nested too deeply', 'damaged', buildPdf({ page: `/X ${'['.repeat(2_000_000)}` })],
  ])('a document %s is unreadable', async (_, reason, content) => {
    expect(await inspect(content)).toBe(`unreadable: ${reason}`);
  });

  it.each(['', 'heslo'])('an encrypted document with the password "%s" is unreadable', async userPassword => {
    const document = await PDFDocument.create();
    document.addPage().drawText('Znalecky posudok');
    document.encrypt({ userPassword, ownerPassword: 'owner' });

    expect(await inspect(await document.save({ useObjectStreams: false }))).toBe('unreadable: encrypted');
  });

  it('a document whose object stream decompresses to hundreds of megabytes is too complex', async () => {
    const bomb = deflateSync(Buffer.concat([Buffer.from('9 0 '), Buffer.alloc(400_000_000, 32)]));
    const twice = buildStream(
      '/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]',
      deflateSync(bomb, { level: 9 }),
    );
    expect(twice.length).toBeLessThan(10_000);

    expect(await inspect(buildPdf({ objects: [twice] }))).toBe('too-complex: out-of-memory');
  });

  it('a document with more objects than fit into the memory is too complex', async () => {
    const objects = objectStream(Buffer.from(`9 0 [${'<</A[1]>>'.repeat(1_000_000)}]`));

    expect(await inspect(buildPdf({ objects: [objects] }), { ...INSPECTION_LIMITS, heapMb: 40 })).toBe(
      'too-complex: out-of-memory',
    );
  });

  it('a document whose inspection takes too long is too complex', async () => {
    const bomb = objectStream(Buffer.concat([Buffer.from('9 0 '), Buffer.alloc(200_000_000, 32)]));
    const limits = { timeMs: 50, heapMb: 160, residentMb: 4096 };

    expect(await inspect(buildPdf({ objects: [bomb] }), limits)).toBe('too-complex: out-of-time');
  });
});

it.each<[string, string, PdfParts]>([
  ['a script that runs when it is opened', 'javascript', { catalog: `/OpenAction ${SCRIPT}` }],
  ['a script in the names tree', 'javascript', { catalog: `/Names<</JavaScript<</Names[(a) ${SCRIPT}]>>>>` }],
  ['a script that runs before it is printed', 'javascript', { catalog: `/AA<</WP ${SCRIPT}>>` }],
  ['a script of a page', 'javascript', { page: `/AA<</O ${SCRIPT}>>` }],
  ['a script of an annotation', 'javascript', { page: `/Annots[<</Subtype/Link/A ${SCRIPT}>>]` }],
  [
    'a script of a form field',
    'javascript',
    { catalog: `/AcroForm<</Fields[<</T(a)/AA<</K ${SCRIPT}>>>>]>>` },
  ],
  [
    'a script after another action',
    'javascript',
    { catalog: `/OpenAction<</S/GoTo/D[3 0 R]/Next[${SCRIPT}]>>` },
  ],
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
  ['a form in XML', 'xfa-form', { catalog: '/AcroForm<</XFA 4 0 R>>' }],
  ['rich media', 'rich-media', { page: '/Annots[<</Subtype/RichMedia>>]' }],
  ['an action that starts a program', 'launch-action', { catalog: '/OpenAction<</S/Launch/F(cmd.exe)>>' }],
  ['an annotation that starts a program', 'launch-action', { page: '/Annots[<</A<</S/Launch/F(a)>>>>]' }],
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

function imageStreams(count: number): Buffer[] {
  const image = buildStream('/Subtype/Image/Filter/DCTDecode', randomBytes(1024 * 1024));
  return Array.from({ length: count }, () => image);
}

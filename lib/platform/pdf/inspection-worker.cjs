/**
 * Script of a child process that inspects one PDF (infra/decisions/0025-document-check.md). `document-inspector.ts` starts it.
 *
 * The file is plain JavaScript, because it is not bundled: `package.patterns` in infra/functions/jobs.yml adds it to
 * the zips together with the library.
 * @typedef {import('@cantoo/pdf-lib').PDFContext} PDFContext
 * @typedef {import('@cantoo/pdf-lib').PDFDict} PDFDict
 * @typedef {import('@cantoo/pdf-lib').PDFObject} PDFObject
 * @typedef {import('./document-inspector.ts').DocumentInspection} DocumentInspection
 */
const { resolve } = require('node:path');

/** The library as a single file. The path is relative to the working directory. */
const LIBRARY_FILE = 'node_modules/@cantoo/pdf-lib/dist/pdf-lib.min.js';

/** @type {typeof import('@cantoo/pdf-lib')} */
const library = require(resolve(LIBRARY_FILE));
const { PDFArray, PDFDict, PDFHexString, PDFName, PDFParser, PDFRawStream, PDFStream, PDFString } = library;

/** Extensions of files that a computer may execute when somebody opens them. */
const EXECUTABLE_EXTENSIONS = new Set(
  (
    'apk app appimage application bash bat bin cmd com command cpl deb dll dmg elf exe gadget hta inf ins iso jar ' +
    'js jse lnk msc msi msp mst pif pkg ps1 psm1 py reg rpm run scr sct sh so sys url vb vbe vbs ws wsc wsf wsh'
  ).split(' '),
);

/** First bytes of programs for Windows, Linux and macOS, of Java classes and of scripts, in hex. */
const EXECUTABLE_SIGNATURES = [
  '4d5a',
  '7f454c46',
  'feedface',
  'feedfacf',
  'cefaedfe',
  'cffaedfe',
  'cafebabe',
  '2321',
];

/** Length of the longest signature in bytes. */
const SIGNATURE_BYTES = 4;

const name = PDFName.of;

/**
 * Members of dictionaries that occur only in active content, whatever their values are.
 * @type {readonly (readonly [string, string])[]}
 */
const ACTIVE_MEMBERS = [
  ['JS', 'javascript'], // actions of documents, pages, annotations and form fields
  ['JavaScript', 'javascript'], // the names tree of document scripts
  ['OnInstantiate', 'javascript'], // 3D annotations
  ['XFA', 'xfa-form'], // forms in XML, which may contain scripts
];

/**
 * Types of actions and annotations that are active content, by the member that stores the type.
 * @type {readonly (readonly [string, string, string])[]}
 */
const ACTIVE_TYPES = [
  ['S', 'JavaScript', 'javascript'],
  ['S', 'Launch', 'launch-action'],
  ['Subtype', 'RichMedia', 'rich-media'],
];

/**
 * Parses a document and looks for active content.
 * @param {Uint8Array} content
 * @returns {Promise<DocumentInspection>}
 */
async function inspect(content) {
  const parser = PDFParser.forBytesWithOptions(content, Number.POSITIVE_INFINITY, true);
  const objects = collectObjects(parser);
  const context = await parser.parseDocument();
  if (context.trailerInfo.Encrypt) return { verdict: 'unreadable', reason: 'encrypted' };
  if (!context.pdfFileDetails.prevStartXRef) return { verdict: 'unreadable', reason: 'truncated' };
  if (!hasPage(context)) return { verdict: 'unreadable', reason: 'no-page' };
  for (const dictionary of listDictionaries(objects)) {
    const reason = findActiveContent(dictionary);
    if (reason) return { verdict: 'active-content', reason };
  }
  return { verdict: 'ok' };
}

/**
 * Records every object that the parser reads. The parser itself keeps only the last of several objects with the same
 * number, but a viewer may show another one of them.
 * @param {InstanceType<typeof PDFParser>} parser
 * @returns {PDFObject[]} the list that the parser fills
 */
function collectObjects(parser) {
  /** @type {PDFObject[]} */
  const objects = [];
  /** @type {PDFContext} */
  const context = Reflect.get(parser, 'context');
  const assign = context.assign.bind(context);
  context.assign = (ref, object) => {
    objects.push(object);
    assign(ref, object);
  };
  return objects;
}

/** @param {PDFContext} context */
function hasPage(context) {
  const catalog = context.lookup(context.trailerInfo.Root);
  const pending = [catalog instanceof PDFDict ? catalog.lookup(name('Pages')) : undefined];
  const seen = new Set();
  while (pending.length > 0) {
    const node = pending.pop();
    if (!(node instanceof PDFDict) || seen.has(node)) continue;
    seen.add(node);
    if (node.lookup(name('Type')) === name('Page')) return true;
    const kids = node.lookup(name('Kids'));
    if (!(kids instanceof PDFArray)) continue;
    for (const kid of kids.asArray()) pending.push(context.lookup(kid));
  }
  return false;
}

/**
 * Lists all dictionaries in the objects, including nested ones.
 * @param {readonly PDFObject[]} objects
 * @returns {Generator<PDFDict>}
 */
function* listDictionaries(objects) {
  for (const object of objects) {
    /** @type {PDFObject[]} */
    const pending = [object];
    while (pending.length > 0) {
      const value = pending.pop();
      if (value instanceof PDFStream) pending.push(value.dict);
      else if (value instanceof PDFArray) for (const element of value.asArray()) pending.push(element);
      else if (value instanceof PDFDict) {
        yield value;
        for (const member of value.values()) pending.push(member);
      }
    }
  }
}

/**
 * @param {PDFDict} dictionary
 * @returns {string | undefined} the kind of the active content
 */
function findActiveContent(dictionary) {
  for (const [member, reason] of ACTIVE_MEMBERS) if (dictionary.has(name(member))) return reason;
  for (const [member, type, reason] of ACTIVE_TYPES)
    if (dictionary.lookup(name(member)) === name(type)) return reason;
  return isExecutableFile(dictionary) ? 'executable-file' : undefined;
}

/**
 * Returns whether the dictionary specifies an embedded file that is a program or a script.
 * @param {PDFDict} dictionary
 */
function isExecutableFile(dictionary) {
  const embedded = dictionary.lookup(name('EF'));
  if (!(embedded instanceof PDFDict)) return false;
  const fileNames = ['F', 'UF', 'DOS', 'Mac', 'Unix'].map(key => dictionary.lookup(name(key)));
  if (fileNames.some(hasExecutableExtension)) return true;
  return embedded.values().some(value => hasExecutableSignature(dictionary.context.lookup(value)));
}

/** @param {PDFObject | undefined} fileName */
function hasExecutableExtension(fileName) {
  if (!(fileName instanceof PDFString || fileName instanceof PDFHexString)) return false;
  // Windows ignores spaces and dots at the end of a file name.
  const extension = /\.(\w+)[\s.\0]*$/.exec(fileName.decodeText())?.[1] ?? '';
  return EXECUTABLE_EXTENSIONS.has(extension.toLowerCase());
}

/** @param {PDFObject | undefined} file */
function hasExecutableSignature(file) {
  if (!(file instanceof PDFRawStream)) return false;
  const start = Buffer.from(library.decodePDFRawStream(file).getBytes(SIGNATURE_BYTES)).toString('hex');
  return EXECUTABLE_SIGNATURES.some(signature => start.startsWith(signature));
}

console.warn = () => {}; // The library reports damaged objects there.
process.once('message', (/** @type {{ content: Uint8Array }} */ { content }) =>
  inspect(content).then(
    inspection => process.send?.(inspection),
    () => process.send?.({ verdict: 'unreadable', reason: 'damaged' }),
  ),
);
process.send?.('ready');

/**
 * Script of a child process that inspects one PDF (infra/decisions/0025-document-check.md). `document-inspector.ts`
 * starts it.
 *
 * The file is plain JavaScript, because it is not bundled: `package.patterns` in infra/functions/jobs.yml adds it to
 * the zips together with the library.
 * @typedef {import('@cantoo/pdf-lib').PDFContext} PDFContext
 * @typedef {import('@cantoo/pdf-lib').PDFObject} PDFObject
 * @typedef {import('./document-inspector.ts').DocumentInspection} DocumentInspection
 */
const { resolve } = require('node:path');
const { createActiveContentSearch, isExecutable } = require('./active-content.cjs');
const { limitParser } = require('./parser-limits.cjs');

/** The library as a single file. The path is relative to the working directory. */
const LIBRARY_FILE = 'node_modules/@cantoo/pdf-lib/dist/pdf-lib.min.js';

/** @type {typeof import('@cantoo/pdf-lib')} */
const library = require(resolve(LIBRARY_FILE));
const { PDFArray, PDFDict, PDFName, PDFNull, PDFNumber, PDFParser, PDFRawStream, PDFRef } = library;
const { state: reading, exceed } = limitParser(library);

const name = PDFName.of;

/** Maximum number of objects with the same number. */
const MAX_REVISIONS = 200;

/** Maximum length in bytes of the line break after a stream, which the length of the stream does not include. */
const MAX_LINE_BREAK = 2;

/**
 * Parses a document and looks for active content.
 * @param {Uint8Array} content
 * @returns {Promise<DocumentInspection>}
 */
async function inspect(content) {
  try {
    return await inspectObjects(content);
  } catch {
    if (reading.exceeded) return { verdict: 'too-complex', reason: reading.exceeded };
    return { verdict: 'unreadable', reason: 'damaged' };
  }
}

/**
 * @param {Uint8Array} content
 * @returns {Promise<DocumentInspection>}
 * @throws Error when the document is damaged or exceeds a limit
 */
async function inspectObjects(content) {
  const parser = PDFParser.forBytesWithOptions(content, Number.POSITIVE_INFINITY, true);
  const objects = collectObjects(parser);
  const context = await parser.parseDocument();
  if (reading.exceeded) return { verdict: 'too-complex', reason: reading.exceeded };
  if (context.trailerInfo.Encrypt) return { verdict: 'unreadable', reason: 'encrypted' };
  if (!context.pdfFileDetails.prevStartXRef) return { verdict: 'unreadable', reason: 'truncated' };
  if (!hasPage(context)) return { verdict: 'unreadable', reason: 'no-page' };
  const resolveAll = createResolver(objects);
  const streams = [...objects.values()].flat().filter(object => object instanceof PDFRawStream);
  if (reading.hasAmbiguousType || streams.some(stream => canHideObjects(stream, resolveAll)))
    return { verdict: 'unreadable', reason: 'ambiguous' };
  if (isExecutable(content)) return { verdict: 'active-content', reason: 'executable-file' };
  const findActiveContent = createActiveContentSearch(library, resolveAll, exceed);
  for (const dictionary of reading.dictionaries) {
    const reason = findActiveContent(dictionary);
    if (reason) return { verdict: 'active-content', reason };
  }
  return { verdict: 'ok' };
}

/**
 * Records every object that the parser reads. The parser itself keeps only the last of several objects with the same
 * number, but a viewer may show another one of them.
 * @param {InstanceType<typeof PDFParser>} parser
 * @returns {Map<PDFObject, PDFObject[]>} the objects by reference; the parser fills the map
 */
function collectObjects(parser) {
  /** @type {Map<PDFObject, PDFObject[]>} */
  const objects = new Map();
  /** @type {PDFContext} */
  const context = Reflect.get(parser, 'context');
  const assign = context.assign.bind(context);
  context.assign = (ref, object) => {
    const revisions = objects.get(ref);
    if (!revisions) objects.set(ref, [object]);
    else if (revisions.push(object) > MAX_REVISIONS) exceed('revisions');
    assign(ref, object);
  };
  return objects;
}

/**
 * Creates a function that returns all values that a reference can have in any revision of the document.
 * @param {Map<PDFObject, PDFObject[]>} objects
 * @returns {import('./active-content.cjs').Resolve}
 */
function createResolver(objects) {
  return value => {
    if (!(value instanceof PDFRef)) return value ? [value] : [];
    const references = new Set([value]);
    /** @type {Set<PDFObject>} */
    const values = new Set();
    for (const reference of references)
      for (const revision of objects.get(reference) ?? [])
        if (revision instanceof PDFRef) references.add(revision);
        else values.add(revision);
    return [...values];
  };
}

/**
 * Returns whether a viewer may find other objects in a stream than the parser: the library ignores predictors, reads
 * only direct values of object streams, and searches the end of a stream whose length it does not know.
 * @param {import('@cantoo/pdf-lib').PDFRawStream} stream
 * @param {import('./active-content.cjs').Resolve} resolveAll
 */
function canHideObjects({ dict, contents }, resolveAll) {
  const get = (/** @type {string} */ member) => dict.get(name(member)) ?? PDFNull;
  const lengths = resolveAll(dict.get(name('Length')));
  const hasLength = lengths.some(
    length => length instanceof PDFNumber && Math.abs(length.asNumber() - contents.length) <= MAX_LINE_BREAK,
  );
  if (!hasLength && Buffer.from(contents.buffer, contents.byteOffset, contents.length).includes('endstream'))
    return true;
  if (get('Type') !== name('ObjStm') && (get('N') === PDFNull || get('First') === PDFNull)) return false;
  const filter = get('Filter');
  const filters = filter instanceof PDFArray ? filter.asArray() : [filter];
  return (
    get('Type') !== name('ObjStm') ||
    [get('N'), get('First'), ...filters].some(value => value instanceof PDFRef) ||
    ['DecodeParms', 'DP', 'F', 'FFilter', 'FDecodeParms'].some(member => get(member) !== PDFNull)
  );
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

console.warn = () => {}; // Discards the library's warnings about damaged objects.
process.once('message', (/** @type {{ content: Uint8Array }} */ { content }) =>
  inspect(content).then(inspection => process.send?.(inspection)),
);
process.send?.('ready');

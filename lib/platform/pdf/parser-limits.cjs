/**
 * Limits on what the PDF library reads (infra/docs/api/uploads.md#limits-of-the-checks). The library has no limits of
 * its own, so they are added to the methods of its parsers and decoders. A process inspects one document, so the
 * counters are never reset.
 * @typedef {import('@cantoo/pdf-lib').PDFDict} PDFDict
 * @typedef {import('@cantoo/pdf-lib').PDFName} PDFName
 */

const MAX_NAME_BYTES = 256;
const MAX_NUMBER_BYTES = 256;
/** Maximum length of a string with its two delimiters. */
const MAX_STRING_BYTES = 1024 * 1024 + 2;
const MAX_DEPTH = 256;
const MAX_VALUES = 1_000_000;
const MAX_CONTAINERS = 300_000;
const MAX_DISTINCT_NAMES = 100_000;
const MAX_DISTINCT_REFERENCES = 250_000;
const MAX_TEXT_BYTES = 32 * 1024 * 1024;
const MAX_DECODED_BYTES = 48 * 1024 * 1024;

/** Bytes that the parser may step over, including those that it reads again. */
const MAX_STEPS = 200_000_000;

/**
 * Adds the limits to the library.
 * @param {typeof import('@cantoo/pdf-lib')} library
 */
function limitParser(library) {
  const { PDFArray, PDFCrossRefSection, PDFDict, PDFName, PDFObjectParser, PDFRef } = library;
  const { PDFObjectStreamParser, PDFXRefStreamParser } = library;
  /** @type {{ exceeded: string | undefined, hasAmbiguousType: boolean, dictionaries: PDFDict[] }} */
  const state = { exceeded: undefined, hasAmbiguousType: false, dictionaries: [] };
  const names = new Set();
  const references = new Set();
  /**
   * For each value that is being read, the keys that it has so far if it is a dictionary.
   * @type {(Set<PDFName> | undefined)[]}
   */
  const nesting = [];
  const counts = { steps: 0, values: 0, containers: 0, textBytes: 0, decodedBytes: 0 };
  let tokenEnd = Number.POSITIVE_INFINITY;

  /**
   * @param {string} limit
   * @returns {never}
   */
  function exceed(limit) {
    state.exceeded ??= limit;
    throw new Error(`the document exceeds the limit of ${limit}`);
  }

  /**
   * Replaces a method by `wrapper`, which can call the original method.
   * @param {object} target
   * @param {string} method
   * @param {(self: any, call: () => any, first: any) => unknown} wrapper
   */
  function wrap(target, method, wrapper) {
    const original = Reflect.get(target, method);
    Reflect.set(target, method, function (/** @type {unknown[]} */ ...args) {
      // @ts-expect-error the type of `this` depends on the method
      return wrapper(this, () => original.apply(this, args), args[0]);
    });
  }

  /**
   * @param {string} method
   * @param {number} bytes maximum length of the token
   * @param {(token: any) => void} keep
   */
  function limitToken(method, bytes, keep) {
    wrap(PDFObjectParser.prototype, method, (parser, parse) => {
      tokenEnd = parser.bytes.offset() + bytes;
      try {
        const token = parse();
        keep(token);
        return token;
      } finally {
        tokenEnd = Number.POSITIVE_INFINITY;
      }
    });
  }

  /**
   * Counts a text of a token and replaces it by a compact copy. The library joins such a text from single characters,
   * which takes 32 bytes for each character.
   * @param {object} token
   * @param {string} member
   */
  function flatten(token, member) {
    const text = Reflect.get(token, member);
    counts.textBytes += text.length;
    if (counts.textBytes > MAX_TEXT_BYTES) exceed('text');
    Reflect.set(token, member, Buffer.from(text, 'latin1').toString('latin1'));
  }

  limitToken('parseName', MAX_NAME_BYTES, token => {
    const keys = nesting.at(-1);
    if (keys?.has(token) && token === PDFName.of('S')) state.hasAmbiguousType = true;
    keys?.add(token);
    if (names.has(token)) return;
    flatten(token, 'encodedName');
    if (names.add(token).size > MAX_DISTINCT_NAMES) exceed('names');
  });
  limitToken('parseString', MAX_STRING_BYTES, token => flatten(token, 'value'));
  limitToken('parseHexString', MAX_STRING_BYTES, token => flatten(token, 'value'));
  limitToken('parseRawNumber', MAX_NUMBER_BYTES, () => {});
  limitToken('parseRawInt', MAX_NUMBER_BYTES, () => {});

  wrap(PDFObjectParser.prototype, 'parseObject', (_, parse) => {
    counts.values += 1;
    if (counts.values > MAX_VALUES) exceed('values');
    nesting.push(undefined);
    if (nesting.length > 2 * MAX_DEPTH) exceed('depth');
    const value = parse();
    nesting.pop();
    if (value instanceof PDFArray || value instanceof PDFDict) counts.containers += 1;
    if (counts.containers > MAX_CONTAINERS) exceed('containers');
    return value;
  });

  wrap(PDFObjectParser.prototype, 'parseDict', (_, parse) => {
    nesting.push(new Set());
    const dictionary = parse();
    nesting.pop();
    state.dictionaries.push(dictionary);
    return dictionary;
  });

  wrap(PDFRef, 'of', (_, create) => {
    const reference = create();
    if (references.add(reference).size > MAX_DISTINCT_REFERENCES) exceed('references');
    return reference;
  });

  wrap(PDFObjectStreamParser.prototype, 'parseOffsetsAndObjectNumbers', (parser, parse) =>
    parser.objectCount > MAX_DISTINCT_REFERENCES ? exceed('references') : parse(),
  );

  // Cross-reference tables are not stored, because the parser reads all objects without them.
  PDFCrossRefSection.prototype.addEntry = () => {};
  PDFCrossRefSection.prototype.addDeletedEntry = () => {};
  wrap(PDFXRefStreamParser.prototype, 'parseEntries', () => []);

  const { bytes, decoder } = getPrototypes(library);
  wrap(bytes, 'next', (stream, next) => {
    counts.steps += 1;
    if (state.exceeded !== undefined || counts.steps > MAX_STEPS) exceed('steps');
    if (stream.idx >= tokenEnd) exceed('token length');
    return next();
  });
  wrap(decoder, 'ensureBuffer', (stream, ensure, requested) => {
    const before = stream.buffer.byteLength;
    // The buffer at least doubles when it grows.
    const grown = requested > before ? Math.max(requested, 2 * before) : before;
    if (counts.decodedBytes - before + grown > MAX_DECODED_BYTES) exceed('decoded bytes');
    const buffer = ensure();
    counts.decodedBytes += buffer.byteLength - before;
    return buffer;
  });

  return { state, exceed };
}

/**
 * Returns the prototypes of two classes that the library does not export: the reader of bytes, and the base class of
 * the decoders of streams.
 * @param {typeof import('@cantoo/pdf-lib')} library
 */
function getPrototypes({ decodePDFRawStream, PDFContext, PDFName, PDFObjectParser, PDFRawStream }) {
  const context = PDFContext.create();
  const content = new Uint8Array();
  const dictionary = context.obj({ Filter: PDFName.of('RunLengthDecode') });
  const decoder = decodePDFRawStream(PDFRawStream.of(dictionary, content));
  const bytes = Reflect.get(PDFObjectParser.forBytes(content, context), 'bytes');
  return {
    bytes: Object.getPrototypeOf(bytes),
    decoder: Object.getPrototypeOf(Object.getPrototypeOf(decoder)),
  };
}

module.exports = { limitParser };

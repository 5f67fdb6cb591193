/**
 * Search for active content in the dictionaries of a PDF (infra/docs/api/testimonies.md#check-of-the-document).
 *
 * An action is a dictionary whose member `S` names the type of the action. The name of a type is ignored elsewhere in
 * the document, because resources, roles and custom members can have any names.
 * @typedef {import('@cantoo/pdf-lib').PDFDict} PDFDict
 * @typedef {import('@cantoo/pdf-lib').PDFObject} PDFObject
 * @typedef {(value: PDFObject | undefined) => PDFObject[]} Resolve
 */

/** Extensions of files that a computer may execute when somebody opens them. */
const EXECUTABLE_EXTENSIONS = new Set(
  (
    'apk app appimage application bash bat bin cmd com command cpl deb dll dmg elf exe gadget hta inf ins iso jar ' +
    'js jse lnk msc msi msp mst pif pkg ps1 psm1 py reg rpm run scr sct sh so sys url vb vbe vbs ws wsc wsf wsh'
  ).split(' '),
);

/** Maximum length of the name of an embedded file in PDF syntax. Operating systems accept much shorter names only. */
const MAX_FILE_NAME_LENGTH = 16_384;

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

/** Maximum length of a type in PDF syntax, in which each letter can be escaped. */
const MAX_TYPE_LENGTH = 100;

/** Members of actions. An action without any of them can start neither a script nor a program. */
const OPERANDS = ['JS', 'F', 'Win', 'Mac', 'Unix'];

/**
 * @param {typeof import('@cantoo/pdf-lib')} library
 * @param {Resolve} resolve returns all values that a reference can have in any revision of the document
 * @param {(limit: string) => never} exceed
 */
function createActiveContentSearch(library, resolve, exceed) {
  const { PDFDict, PDFHexString, PDFName, PDFNull, PDFRawStream, PDFStream, PDFString } = library;

  /**
   * @param {PDFDict} dictionary
   * @param {string} member
   */
  const getValues = (dictionary, member) => resolve(dictionary.get(PDFName.of(member)));

  /** @param {PDFObject} value */
  const isText = value => value instanceof PDFString || value instanceof PDFHexString;

  /**
   * Returns whether a member has the expected name as its value. A string is compared, too, because some viewers accept
   * a string in place of a name.
   * @param {PDFDict} dictionary
   * @param {string} member
   * @param {string} expected
   */
  function isNamed(dictionary, member, expected) {
    const isEqual = (/** @type {PDFObject} */ value) =>
      value === PDFName.of(expected) ||
      ((value instanceof PDFString || value instanceof PDFHexString) &&
        value.asString().length <= MAX_TYPE_LENGTH &&
        value.decodeText() === expected);
    return getValues(dictionary, member).some(isEqual);
  }

  /** @param {PDFDict} dictionary */
  function isScript(dictionary) {
    if (isNamed(dictionary, 'S', 'JavaScript')) return true;
    const hasType = getValues(dictionary, 'S').some(value => value instanceof PDFName);
    return hasType && getValues(dictionary, 'JS').some(value => isText(value) || value instanceof PDFStream);
  }

  /**
   * Returns whether a dictionary is an element of the document's structure. Its member `S` is a role, whose name is
   * free.
   * @param {PDFDict} dictionary
   */
  function isStructureElement(dictionary) {
    const has = (/** @type {string} */ member) => dictionary.has(PDFName.of(member));
    return (has('P') || isNamed(dictionary, 'Type', 'StructElem')) && !OPERANDS.some(has);
  }

  /** @param {PDFDict} dictionary */
  const hasXmlForm = dictionary =>
    getValues(dictionary, 'AcroForm').some(
      form => form instanceof PDFDict && getValues(form, 'XFA').some(value => value !== PDFNull),
    );

  /**
   * Returns whether the dictionary specifies an embedded file that is a program or a script.
   * @param {PDFDict} dictionary
   */
  function isExecutableFile(dictionary) {
    const embedded = getValues(dictionary, 'EF').filter(value => value instanceof PDFDict);
    if (embedded.length === 0) return false;
    const fileNames = ['F', 'UF', 'DOS', 'Mac', 'Unix'].flatMap(member => getValues(dictionary, member));
    return (
      fileNames.some(hasExecutableExtension) ||
      embedded.flatMap(files => files.values().flatMap(resolve)).some(hasExecutableSignature)
    );
  }

  /** @param {PDFObject} fileName */
  function hasExecutableExtension(fileName) {
    if (!(fileName instanceof PDFString || fileName instanceof PDFHexString)) return false;
    if (fileName.asString().length > MAX_FILE_NAME_LENGTH) exceed('file name');
    // Windows ignores spaces and dots at the end of a file name.
    const parts = fileName
      .decodeText()

      .split('.')
      .map(part => part.replaceAll('\0', '').trim());
    const extension = parts.findLast(part => part !== '') ?? '';
    return parts.length > 1 && EXECUTABLE_EXTENSIONS.has(extension.toLowerCase());
  }

  /** @param {PDFObject} file */
  function hasExecutableSignature(file) {
    if (!(file instanceof PDFRawStream)) return false;
    return isExecutable(library.decodePDFRawStream(file).getBytes(SIGNATURE_BYTES));
  }

  /**
   * @param {PDFDict} dictionary
   * @returns {string | undefined} the kind of the active content
   */
  return dictionary => {
    const isAction = !isStructureElement(dictionary);
    if (isAction && isScript(dictionary)) return 'javascript';
    if (isAction && isNamed(dictionary, 'S', 'Launch')) return 'launch-action';
    // `OnInstantiate` contains the script of a 3D annotation.
    if (getValues(dictionary, 'OnInstantiate').some(value => value instanceof PDFStream)) return 'javascript';
    if (hasXmlForm(dictionary)) return 'xfa-form';
    if (isNamed(dictionary, 'Subtype', 'RichMedia')) return 'rich-media';
    return isExecutableFile(dictionary) ? 'executable-file' : undefined;
  };
}

/**
 * Returns whether content begins like a program or a script.
 * @param {Uint8Array | Uint8ClampedArray} content
 */
function isExecutable(content) {
  const start = Buffer.from(content.subarray(0, SIGNATURE_BYTES)).toString('hex');
  return EXECUTABLE_SIGNATURES.some(signature => start.startsWith(signature));
}

module.exports = { createActiveContentSearch, isExecutable };

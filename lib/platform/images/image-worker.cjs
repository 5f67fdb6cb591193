/**
 * Script of a child process that decodes one image completely (infra/decisions/0029-image-check.md). `image-inspector.ts` starts
 * it.
 *
 * The file is plain JavaScript, because it is not bundled: `package.patterns` in infra/functions/jobs.yml adds it to
 * the zips together with its libraries.
 * @typedef {import('./image-inspector.ts').DecodedImage} DecodedImage
 * @typedef {{ pixels: number, memoryMb: number }} Limits
 */
const { resolve } = require('node:path');

/** Paths of the libraries, relative to the working directory. */
const JPEG_LIBRARY = 'node_modules/jpeg-js/lib/decoder.js';
const PNG_LIBRARY = 'node_modules/pngjs/lib/png.js';

// Both libraries are loaded before the process is ready, because a missing library is not a defect of the image.
const decodeJpegData = require(resolve(JPEG_LIBRARY));
const { PNG } = require(resolve(PNG_LIBRARY));

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * @param {Buffer} content
 * @param {Limits} limits
 * @returns {DecodedImage}
 */
function decode(content, { pixels, memoryMb }) {
  const isPng = content.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);
  const size = isPng ? readPngSize(content) : readJpegSize(content);
  if (!size) return { state: 'damaged', width: null, height: null };
  if (size.width * size.height > pixels) return { state: 'too-large', ...size };
  try {
    if (isPng) PNG.sync.read(content, { checkCRC: true });
    else decodeJpeg(content, pixels, memoryMb);
    return { state: 'complete', ...size };
  } catch (error) {
    const isTooLarge = /maxMemoryUsageInMB|maxResolutionInMP/.test(String(error));
    return { state: isTooLarge ? 'too-large' : 'damaged', ...size };
  }
}

/**
 * @param {Buffer} content
 * @param {number} pixels
 * @param {number} memoryMb
 * @throws Error when the image cannot be decoded, for example because it ends early, or exceeds a limit
 */
function decodeJpeg(content, pixels, memoryMb) {
  decodeJpegData(content, {
    useTArray: true,
    formatAsRGBA: false,
    tolerantDecoding: false,
    maxResolutionInMP: pixels / 1e6,
    maxMemoryUsageInMB: memoryMb,
  });
}

/** @param {Buffer} content */
function readPngSize(content) {
  if (content.length < 24 || content.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return toSize(content.readUInt32BE(16), content.readUInt32BE(20));
}

/** @param {Buffer} content */
function readJpegSize(content) {
  let offset = 2;
  while (offset + 9 <= content.length && content[offset] === 0xff) {
    const marker = content[offset + 1] ?? 0;
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return toSize(content.readUInt16BE(offset + 7), content.readUInt16BE(offset + 5));
    offset += 2 + content.readUInt16BE(offset + 2);
  }
  return undefined;
}

/**
 * @param {number} width
 * @param {number} height
 */
const toSize = (width, height) => (width > 0 && height > 0 ? { width, height } : undefined);

process.once('message', (/** @type {{ content: Uint8Array, limits: Limits }} */ { content, limits }) =>
  process.send?.(decode(Buffer.from(content), limits)),
);
process.send?.('ready');

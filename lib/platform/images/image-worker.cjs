/**
 * Script of a child process that decodes one image completely (infra/decisions/0029-image-check.md).
 * `image-inspector.ts` starts it.
 *
 * The file is plain JavaScript, because it is not bundled: `package.patterns` in infra/functions/jobs.yml adds it to
 * the zips together with its library.
 * @typedef {import('./image-inspector.ts').DecodedImage} DecodedImage
 * @typedef {{ pixels: number, memoryMb: number }} Limits
 */
const { resolve } = require('node:path');
const { readJpeg } = require('./jpeg.cjs');
const { checkPng, isPng, readPngSize } = require('./png.cjs');

/** The library's path is relative to the working directory. */
const decodeJpegData = require(resolve('node_modules/jpeg-js/lib/decoder.js'));

/** Maximum number of pixels of a side (infra/docs/api/uploads.md#limits-of-the-checks). */
const MAX_SIDE = 32_767;

/**
 * Decodes an image. The headers are checked first.
 * @param {Buffer} content
 * @param {Limits} limits
 * @returns {Promise<DecodedImage>}
 */
async function decode(content, limits) {
  const jpeg = isPng(content) ? undefined : readJpeg(content);
  const { width, height } = (jpeg ? jpeg.frame : readPngSize(content)) ?? { width: 0, height: 0 };
  if (width === 0 || height === 0)
    return { state: jpeg?.state === 'too-complex' ? 'too-complex' : 'damaged', width: null, height: null };
  if (width * height > limits.pixels) return { state: 'too-large', width, height };
  if (Math.max(width, height) > MAX_SIDE) return { state: 'too-complex', width, height };
  return { state: jpeg ? decodeJpeg(jpeg, limits) : await checkPng(content), width, height };
}

/**
 * @param {import('./jpeg.cjs').Jpeg} jpeg
 * @param {Limits} limits
 * @returns {DecodedImage['state']}
 */
function decodeJpeg({ state, image }, { memoryMb }) {
  if (state !== 'readable') return state;
  try {
    decodeJpegData(image, {
      useTArray: true,
      formatAsRGBA: false,
      tolerantDecoding: true, // Otherwise an image with restart markers fails when the last interval is incomplete.
      maxMemoryUsageInMB: memoryMb,
    });
    return 'complete';
  } catch (error) {
    return String(error).includes('maxMemoryUsageInMB') ? 'too-complex' : 'damaged';
  }
}

process.once('message', (/** @type {{ content: Uint8Array, limits: Limits }} */ { content, limits }) =>
  decode(Buffer.from(content), limits).then(image => process.send?.(image)),
);
process.send?.('ready');

/**
 * Check that a PNG decodes, without keeping its pixels. It accepts what viewers accept: damaged ancillary chunks, bytes
 * after the image data, and bytes after the last chunk.
 */
const { crc32, createInflate } = require('node:zlib');

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Length, type and checksum of a chunk. */
const CHUNK_OVERHEAD = 12;

const CRITICAL_CHUNKS = ['IHDR', 'PLTE', 'IDAT', 'IEND'];

/**
 * Channels and bit depths by color type.
 * @type {Readonly<Record<number, { channels: number, depths: readonly number[] } | undefined>>}
 */
const COLOR_TYPES = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};

const PALETTE_COLOR_TYPE = 3;

/** First column, first row, and the distances between columns and between rows, of each pass of an interlaced image. */
const INTERLACE_PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

const MAX_FILTER_TYPE = 4;

/** Bytes that may follow the pixels in the compressed data. */
const MAX_SURPLUS_BYTES = 1024 * 1024;

/** @param {Buffer} content */
const isPng = content => content.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/** @param {Buffer} content */
function readPngSize(content) {
  if (content.length < 33 || content.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/**
 * @param {Buffer} content a PNG whose size can be read
 * @returns {Promise<'complete' | 'damaged' | 'too-complex'>}
 */
async function checkPng(content) {
  const passes = readPasses(content);
  const data = readImageData(content);
  if (!passes || !data) return 'damaged';
  return checkRows(data, passes);
}

/**
 * Reads the header.
 * @param {Buffer} content
 * @returns the number of rows and the bytes of a row of each pass; undefined when the header is invalid
 */
function readPasses(content) {
  const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
  const [depth = 0, colorType = 0, compression, filter, interlace = 0] = content.subarray(24, 29);
  const color = COLOR_TYPES[colorType];
  if (!color?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) return undefined;
  const passes = interlace === 1 ? INTERLACE_PASSES : [[0, 0, 1, 1]];
  return passes.flatMap(([left = 0, top = 0, columnStep = 1, rowStep = 1]) => {
    const columns = Math.ceil((width - left) / columnStep);
    const rows = Math.ceil((height - top) / rowStep);
    const rowBytes = 1 + Math.ceil((columns * color.channels * depth) / 8);
    return columns > 0 && rows > 0 ? [{ rows, rowBytes }] : [];
  });
}

/**
 * Reads the compressed pixels. Ancillary chunks are skipped, so their checksums do not matter.
 * @param {Buffer} content
 * @returns undefined when a chunk is damaged, unknown or missing
 */
function readImageData(content) {
  /** @type {Buffer[]} */
  const data = [];
  let hasPalette = content[25] !== PALETTE_COLOR_TYPE;
  let offset = SIGNATURE.length;
  while (offset + CHUNK_OVERHEAD <= content.length) {
    const end = offset + CHUNK_OVERHEAD + content.readUInt32BE(offset);
    const type = content.toString('latin1', offset + 4, offset + 8);
    const isAncillary = /^[a-z]/.test(type);
    const isIntact =
      end <= content.length && crc32(content.subarray(offset + 4, end - 4)) === content.readUInt32BE(end - 4);
    if (type === 'IEND') break;
    if (!isAncillary && !(isIntact && CRITICAL_CHUNKS.includes(type))) return undefined;
    if (type === 'PLTE') hasPalette = true;
    if (type === 'IDAT') data.push(content.subarray(offset + 8, end - 4));
    offset = end;
  }
  return hasPalette ? data : undefined;
}

/**
 * Lists the position of each row in the decompressed data.
 * @param {readonly { rows: number, rowBytes: number }[]} passes
 */
function* listRowPositions(passes) {
  let position = 0;
  for (const { rows, rowBytes } of passes)
    for (let row = 0; row < rows; row += 1) {
      yield position;
      position += rowBytes;
    }
}

/**
 * Decompresses the pixels piece by piece, and checks the filter type, which is the first byte of each row. An error
 * after the last row is ignored: viewers have shown the image by then.
 * @param {Buffer[]} data
 * @param {readonly { rows: number, rowBytes: number }[]} passes
 * @returns {Promise<'complete' | 'damaged' | 'too-complex'>}
 */
function checkRows(data, passes) {
  const expected = passes.reduce((total, { rows, rowBytes }) => total + rows * rowBytes, 0);
  const positions = listRowPositions(passes);
  let next = positions.next();
  let received = 0;
  let isValid = true;
  const inflate = createInflate();
  return new Promise(end => {
    inflate.on('data', (/** @type {Buffer} */ piece) => {
      for (; !next.done && next.value < received + piece.length; next = positions.next())
        if ((piece[next.value - received] ?? 0) > MAX_FILTER_TYPE) isValid = false;
      received += piece.length;
      if (!isValid || received > expected + MAX_SURPLUS_BYTES) inflate.destroy();
    });
    inflate.on('error', () => {});
    inflate.on('close', () => {
      if (isValid && received > expected + MAX_SURPLUS_BYTES) return end('too-complex');
      end(isValid && received >= expected ? 'complete' : 'damaged');
    });
    inflate.end(Buffer.concat(data));
  });
}

module.exports = { isPng, readPngSize, checkPng };

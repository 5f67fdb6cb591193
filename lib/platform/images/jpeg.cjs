/**
 * Reader of the segments of a JPEG. It copies only what the decoder needs, and accepts what viewers accept: stray bytes
 * between segments, fill bytes, malformed metadata, bytes after the image, and a missing end marker.
 */

const START = Buffer.from('ffd8', 'hex');
const END = Buffer.from('ffd9', 'hex');

/** Segment about the conversion of four components to colors. The decoder requires it, viewers do not. */
const ADOBE_SEGMENT = Buffer.from('ffee000e41646f626500640000000000', 'hex');

const HUFFMAN_TABLES = 0xc4;
const END_OF_IMAGE = 0xd9;
const SCAN = 0xda;
const QUANTIZATION_TABLES = 0xdb;
const RESTART_INTERVAL = 0xdd;

/** Frames with Huffman coding: baseline, extended and progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2];

/** Frames with other methods of compression, which viewers do not decode either. */
const OTHER_FRAMES = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];

const COPIED = [...FRAMES, ...OTHER_FRAMES, HUFFMAN_TABLES, SCAN, QUANTIZATION_TABLES, RESTART_INTERVAL];

/** Limits on the headers of a JPEG (infra/docs/api/uploads.md#limits-of-the-checks). */
const MAX_COMPONENTS = 4;
const MAX_SEGMENTS = 1000;
const MAX_SCANS = 100;
const MAX_TABLE_BYTES = 256 * 1024;
/** Each block takes about 700 bytes in the decoder. */
const MAX_BLOCKS = 600_000;

/** Numbers of components of gray images, color images, and images for print. */
const COMPONENT_COUNTS = [1, 3, 4];
const MAX_SAMPLING_FACTOR = 4;

/**
 * @typedef {object} Frame
 * @property {number} width
 * @property {number} height
 * @property {number} precision bits of a sample
 * @property {number} count number of components
 * @property {readonly { h: number, v: number }[]} components sampling factors
 */

/**
 * @typedef {object} Jpeg
 * @property {'readable' | 'damaged' | 'too-complex'} state
 * @property {Frame | undefined} frame
 * @property {Buffer} image the copy for the decoder
 */

/**
 * @param {Buffer} content
 * @returns {Jpeg}
 */
function readJpeg(content) {
  const segments = [];
  for (const segment of listSegments(content)) if (segments.push(segment) > MAX_SEGMENTS) break;
  const frames = segments.filter(({ marker }) => FRAMES.includes(marker) || OTHER_FRAMES.includes(marker));
  const frame = frames[0] && readFrame(frames[0].segment);
  const scans = segments.filter(({ marker }) => marker === SCAN);
  const tableBytes = segments
    .filter(({ marker }) => marker === HUFFMAN_TABLES || marker === QUANTIZATION_TABLES)
    .reduce((total, { segment }) => total + segment.length, 0);
  const parts = segments.map(({ segment }) => segment);
  const image = Buffer.concat([START, ...(frame?.count === 4 ? [ADOBE_SEGMENT] : []), ...parts, END]);
  const isTooLong =
    segments.length > MAX_SEGMENTS || scans.length > MAX_SCANS || tableBytes > MAX_TABLE_BYTES;
  if (isTooLong || (frame?.count ?? 0) > MAX_COMPONENTS) return { state: 'too-complex', frame, image };
  const isReadable =
    frames.length === 1 && FRAMES.includes(frames[0]?.marker ?? 0) && frame && isValid(frame);
  if (!isReadable) return { state: 'damaged', frame, image };
  return { state: countBlocks(frame) > MAX_BLOCKS ? 'too-complex' : 'readable', frame, image };
}

/** @param {Frame} frame */
function isValid({ width, height, precision, count, components }) {
  const isFactor = (/** @type {number} */ factor) => factor >= 1 && factor <= MAX_SAMPLING_FACTOR;
  const hasFactors =
    components.length === count && components.every(({ h, v }) => isFactor(h) && isFactor(v));
  return width > 0 && height > 0 && precision === 8 && COMPONENT_COUNTS.includes(count) && hasFactors;
}

/**
 * @param {Buffer} segment
 * @returns {Frame | undefined}
 */
function readFrame(segment) {
  if (segment.length < 10) return undefined;
  const components = [];
  for (let offset = 10; offset + 3 <= segment.length; offset += 3) {
    const factors = segment.readUInt8(offset + 1);
    components.push({ h: factors >> 4, v: factors & 15 });
  }
  const [precision, count] = [segment.readUInt8(4), segment.readUInt8(9)];
  return { width: segment.readUInt16BE(7), height: segment.readUInt16BE(5), precision, count, components };
}

/**
 * Lists the segments that the decoder needs. A scan includes its compressed data.
 * @param {Buffer} content
 * @returns {Generator<{ marker: number, segment: Buffer }>}
 */
function* listSegments(content) {
  let offset = START.length;
  for (;;) {
    offset = findMarker(content, offset);
    const marker = content[offset] ?? END_OF_IMAGE;
    if (marker === END_OF_IMAGE || offset + 3 > content.length) return;
    const hasLength = marker > END_OF_IMAGE || (marker >= 0xc0 && marker < 0xd0);
    const length = hasLength ? 1 + Math.max(2, content.readUInt16BE(offset + 1)) : 1;
    const parts = [Buffer.from([0xff]), content.subarray(offset, offset + length)];
    offset += length;
    if (marker === SCAN) {
      const end = findScanEnd(content, offset);
      parts.push(removeFillBytes(content.subarray(offset, end)));
      offset = end;
    }
    if (COPIED.includes(marker)) yield { marker, segment: Buffer.concat(parts) };
  }
}

/**
 * Finds the next marker, as decoders do: bytes before it are skipped. Two defects of some phones are repaired: a
 * segment that swallows the first byte of the next one, and a segment of metadata whose first byte is wrong.
 * @param {Buffer} content
 * @param {number} offset position at which the marker should begin
 * @returns the position of the marker's second byte
 */
function findMarker(content, offset) {
  const [previous, first = 0, second] = [content[offset - 1], content[offset], content[offset + 1]];
  if (previous === 0xff && first >= 0xc0 && first < 0xff) return offset;
  if (first !== 0xff && (second === 0xe0 || second === 0xe1) && offset + 4 <= content.length) {
    const end = offset + 2 + content.readUInt16BE(offset + 2);
    if (content[end] === 0xff) return findMarker(content, end);
  }
  let position = offset;
  for (;;) {
    position = content.indexOf(0xff, position);
    if (position < 0) return content.length;
    while (content[position] === 0xff) position += 1;
    if (content[position] !== 0) return position;
  }
}

/**
 * Finds the end of the compressed data of a scan: the first marker that is not a restart marker.
 * @param {Buffer} content
 * @param {number} start
 */
function findScanEnd(content, start) {
  let offset = start;
  for (;;) {
    const end = content.indexOf(0xff, offset);
    if (end < 0) return content.length;
    offset = end + 1;
    while (content[offset] === 0xff) offset += 1;
    const marker = content[offset] ?? END_OF_IMAGE;
    if (marker !== 0 && (marker < 0xd0 || marker > 0xd7)) return end;
  }
}

/** @param {Buffer} data */
function removeFillBytes(data) {
  const copy = Buffer.alloc(data.length);
  let length = 0;
  for (let offset = 0; offset < data.length; offset += 1) {
    if (data[offset] === 0xff && data[offset + 1] === 0xff) continue;
    copy[length] = data[offset] ?? 0;
    length += 1;
  }
  return copy.subarray(0, length);
}

/**
 * Counts the blocks of 8 × 8 samples. The decoder keeps all of them in memory, each as an object of its own.
 * @param {Frame} frame
 */
function countBlocks({ width, height, components }) {
  const maxH = Math.max(...components.map(({ h }) => h));
  const maxV = Math.max(...components.map(({ v }) => v));
  const units = Math.ceil(width / 8 / maxH) * Math.ceil(height / 8 / maxV);
  return units * components.reduce((total, { h, v }) => total + h * v, 0);
}

module.exports = { readJpeg };

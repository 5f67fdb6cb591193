import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'jpeg-js';
import { describe, expect, it } from 'vitest';
import { createImageInspector, IMAGE_LIMITS } from '../../../../lib/platform/images/image-inspector.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function buildChunk(type: string, data: Buffer, checksum?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(checksum ?? crc32(body));
  return Buffer.concat([length, body, sum]);
}

const END_CHUNK = buildChunk('IEND', Buffer.alloc(0));

/** Builds the header of a PNG. By default, a pixel has four channels of 8 bits. */
function buildHeader(
  width: number,
  height: number,
  {
    depth = 8,
    colorType = 6,
    interlace = 0,
  }: { depth?: number; colorType?: number; interlace?: number } = {},
): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, depth, colorType, 0, 0, interlace]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([SIGNATURE, buildChunk('IHDR', header)]);
}

/** Builds an interlaced PNG of 300 × 300 pixels whose image data decompresses to `bytes` zeros. */
const buildBomb = (bytes: number): Buffer =>
  Buffer.concat([
    buildHeader(300, 300, { interlace: 1 }),
    buildChunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    END_CHUNK,
  ]);

const ROWS = Buffer.alloc(300 * (300 * 4 + 1));

/** Builds a PNG of 300 × 300 pixels. */
const buildPng = (data = deflateSync(ROWS), before: readonly Buffer[] = []): Buffer =>
  Buffer.concat([buildHeader(300, 300), ...before, buildChunk('IDAT', data), END_CHUNK]);

const jpeg = encode({ data: Buffer.alloc(320 * 320 * 4, 128), width: 320, height: 320 }, 80).data;
const FRAME = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
const SCAN = jpeg.indexOf(Buffer.from('ffda', 'hex'));

/** Builds a photo of 6,000 × 4,000 pixels whose color is sampled once in four pixels, as cameras do. */
function buildPhoto(): Buffer {
  const head = Buffer.from(jpeg.subarray(0, SCAN + 2 + jpeg.readUInt16BE(SCAN + 2)));
  head.writeUInt16BE(4000, FRAME + 5);
  head.writeUInt16BE(6000, FRAME + 7);
  head[FRAME + 11] = 0x22;
  const grayUnit = Buffer.from('28a28a00', 'hex'); // four blocks of brightness and two of color
  const data = Buffer.alloc((6000 / 16) * (4000 / 16) * grayUnit.length, grayUnit);
  return Buffer.concat([head, data, Buffer.from('ffd9', 'hex')]);
}

const insertIntoJpeg = (offset: number, hex: string | Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, offset), Buffer.from(hex as string, 'hex'), jpeg.subarray(offset)]);

function changeJpeg(change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(jpeg);
  change(copy);
  return copy;
}

/** Builds the segment of a frame. Each component is its identifier and its sampling factors, in hex. */
function buildFrame(width: number, height: number, components: readonly string[]): Buffer {
  const frame = Buffer.from(
    `ffc0000008${'0'.repeat(8)}00${components.map(part => `${part}00`).join('')}`,
    'hex',
  );
  frame.writeUInt16BE(8 + 3 * components.length, 2);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  frame.writeUInt8(components.length, 9);
  return frame;
}

const replaceFrame = (frame: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, FRAME), frame, jpeg.subarray(FRAME + 19)]);

/** Limits with so much time that a busy machine changes no result. */
const LIMITS = { ...IMAGE_LIMITS, timeMs: 150_000 };

const inspect = async (content: Buffer) => (await createImageInspector(LIMITS).inspect(content)).flag;

it('the image inspector gives up on a PNG whose decompressed size exceeds the memory', async () => {
  const inspector = createImageInspector({ ...LIMITS, residentMb: 128 });

  const { decodes } = await inspector.inspect(buildBomb(300 * 1024 * 1024));

  expect(decodes).not.toBe(true);
});

it('a photo of 24 megapixels is decoded', async () => {
  expect(await createImageInspector(LIMITS).inspect(buildPhoto())).toEqual({
    decodes: true,
    width: 6000,
    height: 4000,
    flag: null,
  });
}, 30_000);

it('the image inspector gives up after its time limit', async () => {
  const inspector = createImageInspector({ ...IMAGE_LIMITS, timeMs: 0 });
  const large = encode({ data: Buffer.alloc(2000 * 2000 * 4, 128), width: 2000, height: 2000 }, 80).data;

  expect(await inspector.inspect(large)).toEqual({
    decodes: null,
    width: null,
    height: null,
    flag: 'too-complex',
  });
});

describe('images that viewers show', () => {
  const rows = deflateSync(ROWS);
  const small = (depth: number, colorType: number, channels: number, interlace = 0) => {
    const data = Buffer.alloc(500 * Math.ceil((301 * channels * depth) / 8) + 10_000);
    const palette = colorType === 3 ? [buildChunk('PLTE', Buffer.alloc(3))] : [];
    return Buffer.concat([
      buildHeader(301, 500, { depth, colorType, interlace }),
      ...palette,
      buildChunk('IDAT', deflateSync(data)),
      END_CHUNK,
    ]);
  };

  it.each<[string, Buffer]>([
    ['a PNG', buildPng()],
    ['a PNG with bytes after its last chunk', Buffer.concat([buildPng(), Buffer.from('more')])],
    ['a PNG without its last chunk', buildPng().subarray(0, -END_CHUNK.length)],
    ['a PNG with bytes after its compressed data', buildPng(Buffer.concat([rows, Buffer.from('more')]))],
    [
      'a PNG whose compressed data has a wrong checksum',
      buildPng(Buffer.concat([rows.subarray(0, -1), Buffer.from([1])])),
    ],
    ['a PNG with a damaged ancillary chunk', buildPng(rows, [buildChunk('tEXt', Buffer.from('a'), 1)])],
    ['an interlaced PNG', small(16, 2, 3, 1)],
    ['a JPEG', jpeg],
    ['a JPEG with bytes after its end', Buffer.concat([jpeg, jpeg])],
    ['a JPEG without its end marker', jpeg.subarray(0, -2)],
    ['a JPEG with a stray byte between segments', insertIntoJpeg(FRAME, '00')],
    [
      'a JPEG with fill bytes before its end',
      Buffer.concat([jpeg.subarray(0, -2), Buffer.from('ffffffd9', 'hex')]),
    ],
    ['a JPEG with metadata that swallows the start of a marker', insertIntoJpeg(FRAME, 'ffe100050000')],
    [
      'a JPEG with a thumbnail in its metadata',
      insertIntoJpeg(2, Buffer.concat([Buffer.from('ffe1', 'hex'), lengthOf(jpeg), jpeg])),
    ],
  ])('the image inspector decodes %s', async (_, content) => {
    expect(await inspect(content)).toBeNull();
  });

  it('the image inspector decodes a gray JPEG whose last restart interval is incomplete', async () => {
    expect(await inspect(buildGrayJpeg(7))).toBeNull();
  });

  it('the image inspector decodes a JPEG for print without a segment about its colors', async () => {
    expect(await inspect(buildPlainJpeg(4, 0))).toBeNull();
  });
});

/** Returns the length of a segment with this content. */
function lengthOf(content: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return length;
}

/** Builds a JPEG of 304 × 304 pixels of one color. Its Huffman tables have one code of one bit. */
function buildPlainJpeg(count: number, interval: number): Buffer {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const toHex = (id: number) => id.toString(16).padStart(2, '0');
  const tables = [`ffdb004300${'01'.repeat(64)}`, '00', '10'].map((part, index) =>
    index === 0 ? part : `ffc40014${part}01${'00'.repeat(15)}00`,
  );
  const scan = `ffda${toHex(0)}${toHex(6 + 2 * count)}${toHex(count)}${ids.map(id => `${toHex(id)}00`).join('')}003f00`;
  const units = 38 * 38;
  const data: string[] = [];
  const step = interval || units;
  for (let unit = 0; unit < units; unit += step) {
    const bits = Math.min(step, units - unit) * count * 2;
    const bytes = Buffer.alloc(Math.ceil(bits / 8));
    if (bits % 8) bytes[bytes.length - 1] = 0xff >> (bits % 8);
    data.push(bytes.toString('hex'));
    if (unit + step < units) data.push(`ff${(0xd0 + ((unit / step) % 8)).toString(16)}`);
  }
  const restart = interval ? [`ffdd0004${interval.toString(16).padStart(4, '0')}`] : [];
  const frame = buildFrame(
    304,
    304,
    ids.map(id => `${toHex(id)}11`),
  ).toString('hex');
  return Buffer.from(['ffd8', ...tables, frame, ...restart, scan, ...data, 'ffd9'].join(''), 'hex');
}

const buildGrayJpeg = (interval: number): Buffer => buildPlainJpeg(1, interval);

it.each<[string, Buffer]>([
  ['a PNG whose image data ends early', buildPng(deflateSync(ROWS.subarray(0, -1)))],
  ['a PNG whose compressed data is cut off', buildPng(deflateSync(ROWS).subarray(0, -20))],
  ['a PNG without image data', Buffer.concat([buildHeader(300, 300), END_CHUNK])],
  ['a PNG with an invalid filter', buildPng(deflateSync(Buffer.alloc(ROWS.length, 5)))],
  [
    'a PNG with a damaged chunk of image data',
    Buffer.concat([buildHeader(300, 300), buildChunk('IDAT', deflateSync(ROWS), 1)]),
  ],
  [
    'a PNG with an unknown critical chunk',
    buildPng(deflateSync(ROWS), [buildChunk('CgBI', Buffer.alloc(4))]),
  ],
  [
    'a PNG without its palette',
    Buffer.concat([buildHeader(300, 300, { colorType: 3 }), buildChunk('IDAT', deflateSync(ROWS))]),
  ],
  [
    'a PNG with an invalid bit depth',
    Buffer.concat([buildHeader(300, 300, { depth: 4 }), buildChunk('IDAT', deflateSync(ROWS))]),
  ],
  ['a JPEG that is cut off', jpeg.subarray(0, -50)],
  ['a JPEG with two frames', insertIntoJpeg(FRAME, jpeg.subarray(FRAME, FRAME + 19))],
  ['a JPEG of 12 bits', changeJpeg(copy => copy.writeUInt8(12, FRAME + 4))],
  ['a JPEG with a sampling factor of 15', changeJpeg(copy => copy.writeUInt8(0xff, FRAME + 11))],
  ['a JPEG without loss', changeJpeg(copy => copy.writeUInt8(0xc3, FRAME + 1))],
  ['a JPEG with two components', replaceFrame(buildFrame(320, 320, ['0111', '0211']))],
])('the image inspector flags %s as damaged', async (_, content) => {
  expect(await inspect(content)).toBe('damaged');
});

const scan = jpeg.subarray(SCAN, SCAN + 14);
const quantization = Buffer.concat([Buffer.from('ffdb004300', 'hex'), Buffer.alloc(64, 1)]);

it.each<[string, Buffer]>([
  [
    'a JPEG with 255 components',
    replaceFrame(
      buildFrame(
        4800,
        4800,
        Array.from({ length: 255 }, () => '0111'),
      ),
    ),
  ],
  [
    'a JPEG with five components',
    replaceFrame(buildFrame(320, 320, ['0111', '0211', '0311', '0411', '0511'])),
  ],
  [
    'a JPEG with more blocks than fit into the memory',
    replaceFrame(buildFrame(4800, 4800, ['0111', '0211', '0311'])),
  ],
  ['a JPEG with 2,000 scans', insertIntoJpeg(SCAN, Buffer.concat(Array.from({ length: 2000 }, () => scan)))],
  ['a JPEG with 2,000 segments', insertIntoJpeg(FRAME, 'ffdd00040000'.repeat(2000))],
  [
    'a JPEG with megabytes of tables',
    insertIntoJpeg(FRAME, Buffer.concat(Array.from({ length: 20_000 }, () => quantization))),
  ],
  ['a JPEG with a side of 60,000 pixels', replaceFrame(buildFrame(60_000, 300, ['0111', '0211', '0311']))],
  [
    'an interlaced PNG of 1 × 24,000,000 pixels',
    Buffer.concat([
      buildHeader(1, 24_000_000, { interlace: 1 }),
      buildChunk('IDAT', deflateSync(ROWS)),
      END_CHUNK,
    ]),
  ],
  ['a PNG whose compressed data has megabytes after its rows', buildBomb(3 * 1024 * 1024)],
])('the image inspector flags %s as too complex', async (_, content) => {
  expect(await inspect(content)).toBe('too-complex');
});

it.each<[string, Buffer]>([
  ['a JPEG', replaceFrame(buildFrame(6000, 5000, ['0111', '0211', '0311']))],
  ['a PNG', Buffer.concat([buildHeader(6000, 5000), buildChunk('IDAT', deflateSync(ROWS)), END_CHUNK])],
])('the image inspector flags %s with 30 megapixels as too large', async (_, content) => {
  expect(await inspect(content)).toBe('too-large');
});

/** Small files that made a decoder use much memory or time. */
import { crc32, deflateSync } from 'node:zlib';
import type { ImageCheck } from '../../lib/domain/model/files/file.ts';
import type { DocumentVerdict } from '../../lib/domain/model/testimonies/delivered-document.ts';
import { buildPdf } from './pdf-files.ts';

const MEGABYTE = 1024 * 1024;

/** Builds a JPEG of 1,002 bytes whose header announces 4800 × 4800 pixels of 255 components. */
function buildJpeg(): Buffer {
  const components = Array.from({ length: 255 }, (_, id) => [id, 0x11, 0]).flat();
  const frame = Buffer.from([0xff, 0xc0, 0x03, 0x05, 8, 0x12, 0xc0, 0x12, 0xc0, 255, ...components]);
  const end = Buffer.from([0xff, 0xd9]);
  const length = 1002 - 2 - frame.length - end.length;
  const comment = Buffer.alloc(length, 0x20);
  comment.writeUInt16BE(0xfffe, 0);
  comment.writeUInt16BE(length - 2, 2);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), comment, frame, end]);
}

/** Builds an interlaced PNG of 1 × 24,000,000 pixels, in about 114 kB. */
function buildPng(): Buffer {
  const header = Buffer.from('0000000100000000080600000100', 'hex').subarray(0, 13);
  header.writeUInt32BE(24_000_000, 4);
  const rows = Buffer.alloc(24_000_000 * 5);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    buildChunk('IHDR', header),
    buildChunk('IDAT', deflateSync(rows, { level: 9 })),
    buildChunk('IEND', Buffer.alloc(0)),
  ]);
}

function buildChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const names = Array.from({ length: 1_300_000 }, (_, index) => `/${index.toString(36)}`).join('');
const dots = `/EF<</F 5 0 R>>/F(${'.'.repeat(5 * MEGABYTE)})`;

/** A file with the verdict that it must have. */
type HostileFile<Verdict> = readonly [name: string, build: () => Buffer, verdict: Verdict];

export const HOSTILE_IMAGES: readonly HostileFile<ImageCheck['flag']>[] = [
  ['a JPEG with 255 components', buildJpeg, 'too-complex'],
  ['an interlaced PNG that is one pixel wide', buildPng, 'too-complex'],
];

export const HOSTILE_DOCUMENTS: readonly HostileFile<DocumentVerdict>[] = [
  ['with an array of 1.3 million names', () => buildPdf({ page: `/X[${names}]` }), 'too-complex'],
  [
    'with a name of nine megabytes',
    () => buildPdf({ page: `/X/${'a'.repeat(9 * MEGABYTE)}` }),
    'too-complex',
  ],
  [
    'with a number of nine megabytes',
    () => buildPdf({ page: `/X ${'1'.repeat(9 * MEGABYTE)}` }),
    'too-complex',
  ],
  [
    'with nine megabytes of open parentheses',
    () => buildPdf({ page: `/X ${'('.repeat(9 * MEGABYTE)}` }),
    'too-complex',
  ],
  [
    'with a hexadecimal string of nine megabytes',
    () => buildPdf({ page: `/X<${'41'.repeat(4.5 * MEGABYTE)}>` }),
    'too-complex',
  ],
  ['with the file name of five megabytes of dots', () => buildPdf({ page: dots }), 'too-complex'],
  [
    'with arrays that are nested nine million times',
    () => buildPdf({ page: `/X ${'['.repeat(9 * MEGABYTE)}` }),
    'too-complex',
  ],
];

import { crc32, deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createImageInspector, IMAGE_LIMITS } from '../../../../lib/platform/images/image-inspector.ts';

/** Builds an interlaced PNG of a few pixels whose image data decompresses to `bytes` zeros. */
function buildBomb(bytes: number): Buffer {
  const header = Buffer.from('0000012c0000012c0806000001', 'hex'); // 300 × 300 pixels, RGBA, interlaced
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

it('the image inspector gives up on a PNG whose decompressed size exceeds the memory', async () => {
  const inspector = createImageInspector({ ...IMAGE_LIMITS, residentMb: 128 });

  const { decodes } = await inspector.inspect(buildBomb(300 * 1024 * 1024));

  expect(decodes).not.toBe(true);
});

it('the image inspector gives up after its time limit', async () => {
  const inspector = createImageInspector({ ...IMAGE_LIMITS, timeMs: 0 });

  expect(await inspector.inspect(buildBomb(100 * 1024 * 1024))).toEqual({
    ...{ decodes: null, width: null, height: null },
    flag: 'too-complex',
  });
});

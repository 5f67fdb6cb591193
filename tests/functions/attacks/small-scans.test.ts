/**
 * Attack: an unreviewed person sends meaningless images in place of scans
 * (infra/docs/api/approval.md#check-of-the-scans).
 */
import { encode } from 'jpeg-js';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { asOperator } from '../../support/operators.ts';
import { startService } from '../../support/start-service.ts';

const createJpeg = (width: number, height: number): Buffer =>
  encode({ data: Buffer.alloc(width * height * 4, 128), width, height }, 80).data;
const createPng = (width: number, height: number): Buffer => PNG.sync.write(new PNG({ width, height }));
const toBlob = (content: Buffer) => new Blob([new Uint8Array(content)]);

/** Registers an expert with these scans, runs the jobs, and returns the checks that an operator sees. */
async function checkScans(front: Buffer, back: Buffer) {
  const service = await startService();
  const scans = { verificationDocumentFront: toBlob(front), verificationDocumentBack: toBlob(back) };
  const { id } = await service.registerExpert(scans);
  for (let sweep = 0; sweep < 2; sweep++) await service.runJobs();
  const { data } = (await service.get(`/operator/experts/${id}/documents`, asOperator)).body;
  return [data.front.check, data.back.check];
}

it('the identity review shows the size of scans that decode completely and does not flag them', async () => {
  expect(await checkScans(createJpeg(640, 400), createPng(500, 300))).toEqual([
    { decodes: true, width: 640, height: 400, flag: null },
    { decodes: true, width: 500, height: 300, flag: null },
  ]);
});

it('the identity review flags a scan with a side under 300 pixels as small', async () => {
  expect(await checkScans(createJpeg(640, 299), createPng(299, 640))).toEqual([
    { decodes: true, width: 640, height: 299, flag: 'small' },
    { decodes: true, width: 299, height: 640, flag: 'small' },
  ]);
});

it('the identity review flags a scan that consists only of an image signature as damaged', async () => {
  const nothing = { decodes: false, width: null, height: null, flag: 'damaged' };

  expect(await checkScans(Buffer.from('ffd8ff', 'hex'), Buffer.from('89504e470d0a1a0a', 'hex'))).toEqual([
    nothing,
    nothing,
  ]);
});

it('the identity review flags truncated scans as damaged', async () => {
  const [jpeg, png] = [createJpeg(640, 400), createPng(500, 300)];

  expect(
    await checkScans(jpeg.subarray(0, jpeg.length - 50), png.subarray(0, png.length - 50)),
  ).toMatchObject([
    { decodes: false, flag: 'damaged', width: 640 },
    { decodes: false, flag: 'damaged', width: 500 },
  ]);
});

it('the identity review flags scans that claim more pixels than the check can decode as too large', async () => {
  const [jpeg, png] = [createJpeg(640, 400), createPng(500, 300)];
  const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
  jpeg.writeUInt16BE(60_000, frame + 5);
  jpeg.writeUInt16BE(60_000, frame + 7);
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);

  expect(await checkScans(jpeg, png)).toEqual([
    { decodes: null, width: 60_000, height: 60_000, flag: 'too-large' },
    { decodes: null, width: 60_000, height: 60_000, flag: 'too-large' },
  ]);
});

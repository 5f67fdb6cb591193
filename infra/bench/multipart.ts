/** Reading a form with two scans of 2 MB: time, and memory on top of the floor's. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { bundle, type Setup } from './bundles.ts';
import { amount, comparison, interleaved, type Line, median, timed } from './judgement.ts';
import { event, multipart, scan } from './requests.ts';

type Reading = typeof import('./multipart-reading.ts');

const SIZE = 2_000_000;
const ONE_READING = fileURLToPath(new URL('./one-reading.cjs', import.meta.url));
const FOUND = { floor: { found: 4 }, handler: { front: SIZE, back: SIZE } } as const;

export async function multipartReading({ folder, quick }: Setup): Promise<Line[]> {
  process.env.LOG_LEVEL = 'warn';
  const [{ file } = { file: '' }] = await bundle(['infra/bench/multipart-reading.ts'], folder);
  const form = await formEvent();
  const { floor, handler } = createRequire(import.meta.url)(file) as Reading;
  const [, boundary = ''] = form.headers['content-type']?.split('boundary=') ?? [];

  const [rounds = []] = await interleaved(
    9,
    quick ? 10 : 30,
    () =>
      timed(
        () => handler(form),
        ({ body }) => assert.deepEqual(JSON.parse(body ?? ''), { data: FOUND.handler }),
      ),
    () =>
      timed(
        async () => floor(form.body ?? '', boundary),
        found => assert.equal(found, FOUND.floor.found),
      ),
  );
  const input = join(folder, 'form.json');
  writeFileSync(input, JSON.stringify(form));
  const [peaks = []] = await interleaved(
    quick ? 7 : 11,
    1,
    () => peak(file, input, 'handler'),
    () => peak(file, input, 'floor'),
  );
  const above = median(peaks.map(({ floor, measured }) => measured - floor));
  return [
    comparison('multipart reading, 2 × 2 MB', rounds, 2.6),
    amount('multipart reading, memory above the floor', above, 10, value => `${value.toFixed(1)} MB`),
  ];
}

/** Three parts, so four boundaries. */
async function formEvent(): Promise<APIGatewayProxyEventV2> {
  const [verificationDocumentFront, verificationDocumentBack] = [scan(SIZE), scan(SIZE)];
  const values = { firstName: 'Jana', verificationDocumentFront, verificationDocumentBack };
  return event('POST /form', await multipart(values));
}

/** Megabytes. */
async function peak(file: string, input: string, which: 'floor' | 'handler'): Promise<number> {
  const run = [ONE_READING, file, input, which];
  const env = { LOG_LEVEL: 'warn' };
  const { stdout } = await promisify(execFile)(process.execPath, run, { env });
  const { result, peak } = JSON.parse(stdout) as { result: { body?: string }; peak: number };
  const found = which === 'floor' ? result : JSON.parse(result.body ?? '').data;
  assert.deepEqual(found, FOUND[which]);
  return (peak * 1024) / 1e6;
}

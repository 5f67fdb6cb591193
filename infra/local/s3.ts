/** S3 on this machine, a process of its own. */
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Keeper, startPart } from './processes.ts';

/** @param directory keeps the objects; without it they live in memory */
export async function startS3(keeper: Keeper, directory?: string): Promise<{ readonly endpoint: string }> {
  const script = fileURLToPath(new URL('./s3-process.ts', import.meta.url));
  const part = startPart({
    name: 'S3',
    args: [script, ...(directory ? [join(directory, 's3')] : [])],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  keeper.watch(part);

  const [port] = await Promise.race([
    once(part.process, 'message'),
    part.gone.then(how => Promise.reject(new Error(`S3 did not start: ${how}`))),
  ]);
  return { endpoint: `http://127.0.0.1:${port}` };
}

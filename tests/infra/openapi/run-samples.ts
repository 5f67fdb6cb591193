/** Runner of the samples of the description against a market in this process. */
import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LOCAL_URL } from '../../../infra/openapi/samples/code-samples.ts';
import { toShellName } from '../../../infra/openapi/samples/variables.ts';
import { SAMPLE_FILES, type Variables } from '../../scenarios/scenario.ts';
import { startFakeServer } from '../../support/fake-server.ts';
import type { Market } from '../../support/start-market.ts';

export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type ApiServer = Awaited<ReturnType<typeof startApiServer>>;

/** Starts an HTTP server in front of the market. The server stores the latest response. */
export async function startApiServer(market: Pick<Market, 'service'>) {
  let latest: RecordedResponse | undefined;
  const server = await startFakeServer(async ({ method, path, headers, body }) => {
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const content = body.length > 0 ? body : undefined;
    latest = await market.service.send(method, path.replace('/api/v1', ''), content, { headers: sent });
    const { status, headers: received, body: data } = latest;
    const isText = typeof data === 'string' || Buffer.isBuffer(data);
    return {
      status,
      headers: received,
      ...(data !== undefined && { body: isText ? data : JSON.stringify(data) }),
    };
  });
  return {
    url: server.url,
    /** Returns the latest response and removes it. */
    takeResponse(): RecordedResponse {
      const response = latest;
      latest = undefined;
      if (!response) throw new Error('No request has arrived.');
      return response;
    },
  };
}

/** Writes the files that the samples send into a new folder. */
export async function writeSampleFiles(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'));
  for (const [name, file] of Object.entries(SAMPLE_FILES))
    writeFileSync(join(folder, name), Buffer.from(await file.arrayBuffer()));
  return folder;
}

/** Runs a curl sample in bash, with the values of its variables as shell variables. */
export async function runCurlSample(
  source: string,
  { server, folder, variables }: { server: ApiServer; folder: string; variables: Variables },
): Promise<RecordedResponse> {
  const shellVariables = Object.entries(variables).map(([name, value]) => [toShellName(name), value]);
  await promisify(execFile)('bash', ['-euc', source.replaceAll(LOCAL_URL, server.url)], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...Object.fromEntries(shellVariables) },
  });
  return server.takeResponse();
}

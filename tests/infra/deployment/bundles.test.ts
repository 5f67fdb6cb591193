/** Tests of the packaged zips: their contents, and that they run as on Lambda. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { v7 } from 'uuid';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { buildBundles } from '../../../infra/bundle/build-bundles.ts';
import { ENTRIES } from '../../../infra/functions/index.ts';
import { STAGE_PARTS, type StagePart } from '../../../infra/parts/plan.ts';
import { TYPEFACE_FILES } from '../../../lib/design/typeface.ts';
import { CLIENT_PACKAGE_FILE } from '../../../lib/http/reference/client-package.ts';
import { startFakeServer } from '../../support/fake-server.ts';
import { buildPdf } from '../../support/pdf-files.ts';
import { mergeParts, type PartTemplate } from './merge-parts.ts';
import { packageProduction, readProductionZips, type StageZips } from './package-stage.ts';
import { loadPackagedFunctions, runPackagedFunction } from './run-packaged.ts';

let zips: StageZips;
beforeAll(async () => {
  zips = await readProductionZips();
}, 600_000);

/** Returns the path of a function's code in the function's zip. */
const getBundlePath = (name: string): string =>
  ENTRIES[name]?.handler.replace(/handler$/, 'cjs') ?? `no function ${name}`;

const getFiles = (name: string): Readonly<Record<string, Uint8Array>> => zips.get(name)?.files ?? {};

const getCode = (name: string): Buffer => Buffer.from(getFiles(name)[getBundlePath(name)] ?? []);

const FILE_CHECKS = [
  'lib/platform/pdf/active-content.cjs',
  'lib/platform/pdf/inspection-worker.cjs',
  'lib/platform/pdf/parser-limits.cjs',
  'node_modules/@cantoo/pdf-lib/dist/pdf-lib.min.js',
  'lib/platform/images/image-worker.cjs',
  'lib/platform/images/jpeg.cjs',
  'lib/platform/images/png.cjs',
  'node_modules/jpeg-js/lib/decoder.js',
];

/** Files that a function's zip contains besides the code, by function name. */
const ASSETS: Readonly<Record<string, string[]>> = {
  'docs-show-client': [CLIENT_PACKAGE_FILE],
  'docs-show-asset': [
    'node_modules/@scalar/fastify-api-reference/dist/index.js',
    ...TYPEFACE_FILES.map(({ path }) => path),
    'lib/http/reference/reference.css',
    'lib/http/reference/start.js',
    'infra/docs/partners.md',
    ...['guides', 'api'].flatMap(folder =>
      readdirSync(`infra/docs/${folder}`).map(file => `infra/docs/${folder}/${file}`),
    ),
  ],
  'jobs-check-files': FILE_CHECKS,
};

/** Size limits in bytes of zips that may exceed 600,000 bytes. The script of the reference page has 1.3 MB. */
const SIZE_LIMITS: Readonly<Record<string, number>> = { 'docs-show-asset': 1_700_000 };

it('each zip contains only one code file and the assets of its function', () => {
  for (const [name, { size, files }] of zips) {
    const [code, ...assets] = Object.keys(files);
    expect(code, name).toBe(getBundlePath(name));
    expect(assets.sort(), name).toEqual([...(ASSETS[name] ?? [])].sort());
    expect(size, name).toBeLessThanOrEqual(SIZE_LIMITS[name] ?? 600_000);
    expect(getCode(name).toString(), name).not.toMatch(
      /dynoxide|fauxqs|aws-ses-v2-local|serverless-offline|infra\/local/,
    );
  }
});

it.each([
  ['me-show', 237_000],
  ['auth-login', 370_000],
  ['auth-register-expert', 750_000],
  ['uploads-create', 606_000],
  ['jobs-deliver', 983_200],
])('the bundle of %s has at most %i bytes', (name, limit) => {
  expect(getCode(name).length).toBeLessThanOrEqual(limit);
});

/** Functions that invoke another function in every stage. */
const INVOKING = ['jobs-deliver', 'jobs-sweep'];

it("only the bundles of functions that invoke others, and of a sandbox's registration, contain the Lambda client", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const source = 'functions/auth/register-expert';
  const settings = { SANDBOX: 'true' };
  await buildBundles([`${source}.ts`], folder, { minify: true, sourcemap: false, settings });
  const inSandbox = readFileSync(join(folder, `${source}.cjs`), 'utf8');

  expect(inSandbox).toContain('AWSGirApiService');
  expect([...zips.keys()].filter(name => getCode(name).includes('AWSGirApiService')).sort()).toEqual(
    INVOKING,
  );
});

it.each([
  ['reference.css', 'font-family: "Posudok Sans"'],
  ['scalar.js', 'createApiReference'],
  ['start.js', 'createApiReference'],
  ['reference.json', 'Quickstart'],
])('the packaged function docs-show-asset serves %s', async (file, part) => {
  const event = {
    ...createEvent('GET /api/v1/docs/{file}', { 'accept-encoding': 'gzip' }),
    pathParameters: { file },
  };
  const response = await runPackagedFunction(getFiles('docs-show-asset'), lambdaEnvironment(1), event);

  expect(response).toMatchObject({ statusCode: 200, isBase64Encoded: true });
  const { body } = response as { body: string };
  expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toContain(part);
});

it.each([
  ['lib/platform/pdf/inspection-worker.cjs', buildPdf(), { verdict: 'ok' }],
  ['lib/platform/images/image-worker.cjs', Buffer.from('ffd8ff', 'hex'), { state: 'damaged' }],
])('the packaged function jobs-check-files can run %s', async (script, content, result) => {
  const code = `exports.handler = content => new Promise(resolve => {
    const script = require('node:path').resolve('${script}');
    const child = require('node:child_process').fork(script, { serialization: 'advanced', env: {} });
    child.on('message', message => {
      if (message !== 'ready') return resolve(message);
      child.send({ content: Buffer.from(content), limits: { pixels: 1e6, memoryMb: 100 } });
    });
  })`;
  const files = { 'start-child.cjs': Buffer.from(code), ...getFiles('jobs-check-files') };

  expect(await runPackagedFunction(files, {}, [...content])).toMatchObject(result);
});

it('a packaged function signs DynamoDB calls with the session token from the environment', async () => {
  const authorization = `Bearer ${v7()}_${v7()}|${'A'.repeat(43)}`;
  const headers = await captureCallHeaders('me-show', createEvent('GET /api/v1/me', { authorization }));

  expect(headers['x-amz-target']).toBe('DynamoDB_20120810.BatchGetItem');
  expect(headers.authorization).toContain('Credential=ASIAEXAMPLE/');
  expect(headers.authorization).toContain('x-amz-security-token');
  expect(headers['x-amz-security-token']).toBe('the-session');
});

it('the bundled SDK clients sign calls with the session token from the environment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  onTestFinished(() => void vi.unstubAllEnvs());
  await buildBundles(['lib/platform/aws/clients.ts'], folder, { minify: true, sourcemap: false });
  const { createS3Client } = createRequire(import.meta.url)(
    `${folder}/lib/platform/aws/clients.cjs`,
  ) as typeof import('../../../lib/platform/aws/clients.ts');
  for (const [name, value] of Object.entries(lambdaEnvironment(1))) vi.stubEnv(name, value);
  const { url, calls } = await startFakeServer(() => ({ status: 200 }));

  await createS3Client({ AWS_ENDPOINT_URL_S3: url }).send(new HeadObjectCommand({ Bucket: 'any', Key: 'x' }));

  expect(calls[0]?.headers).toMatchObject({
    authorization: expect.stringContaining('Credential=ASIAEXAMPLE/'),
    'x-amz-security-token': 'the-session',
  });
});

it('every function declares the secrets that its bundle reads', () => {
  const known = [
    'cursor-keys',
    'link-keys',
    'log-keys',
    'password-peppers',
    'response-keys',
    'stripe-secret-key',
    'stripe-webhook-secrets',
    'turnstile-secret',
    'webhook-keys',
  ];
  for (const [name, { needs = {} }] of Object.entries(ENTRIES)) {
    if (!zips.has(name)) continue;
    const code = getCode(name).toString();
    // Functions whose responses contain links have the name of the key for links in mails as a setting, but never read
    // the key.
    const isRead = (secret: string) => secret !== 'link-keys' || needs.secrets?.includes(secret);
    const usedSecrets = known.filter(secret => code.includes(`"${secret}"`) && isRead(secret));

    expect(usedSecrets, name).toEqual([...(needs.secrets ?? [])].sort());
  }
});

it('every packaged function loads with the environment variables of the template', async () => {
  const { templates } = await packageProduction();
  const parts = STAGE_PARTS.map(part => [part, JSON.parse(templates[part]) as PartTemplate] as const);
  const { resources } = mergeParts(Object.fromEntries(parts) as Record<StagePart, PartTemplate>, {});
  const functions = Object.values(resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
  const loaded = functions.map(({ Properties: { Handler, Environment } }) => {
    const [folder, ...rest] = Handler.replace(/^functions\/|\.handler$/g, '').split('/');
    const settings = Object.entries(Environment?.Variables ?? {}).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : 'a-reference',
    ]);
    const env = { AWS_REGION: 'eu-central-1', ...Object.fromEntries(settings) };
    return { files: getFiles([folder, ...rest.slice(-1)].join('-')), env };
  });

  expect(functions.length).toBe(zips.size);
  await loadPackagedFunctions(loaded);
}, 600_000);

function createEvent(routeKey: string, headers: Readonly<Record<string, string>>) {
  const [method, rawPath] = routeKey.split(' ');
  const http = { method, sourceIp: '192.0.2.1' };
  const requestContext = { http, requestId: 'r', timeEpoch: Date.now() };
  return { version: '2.0', routeKey, rawPath, headers, requestContext, isBase64Encoded: false };
}

/** Runs a packaged handler in a Node process and returns the headers of the handler's first request to DynamoDB. */
async function captureCallHeaders(name: string, event: object): Promise<IncomingHttpHeaders> {
  const calls: IncomingHttpHeaders[] = [];
  const table = createServer((request, response) => {
    calls.push(request.headers);
    request
      .resume()
      .on('end', () => response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}'));
  }).listen(0, '127.0.0.1');
  await once(table, 'listening');
  onTestFinished(() => void table.close());

  await runPackagedFunction(getFiles(name), lambdaEnvironment((table.address() as AddressInfo).port), event);
  return calls[0] ?? {};
}

const lambdaEnvironment = (port: number) => ({
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'ASIAEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'the-session',
  AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
  STAGE: 'production',
  TABLE_NAME: 'testimony-production',
});

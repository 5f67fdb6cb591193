/**
 * S3 emulator: fauxqs on the loopback interface, with support for large objects, CORS, signatures of presigned uploads
 * and links, and the tags of the malware scan.
 *
 * `startFauxqs` of fauxqs 2.4.1 listens on all interfaces, rejects bodies over 11 MiB, and does not support CORS, tags,
 * policies or the expiry of links.
 * Therefore its Fastify application is used directly. fauxqs does not export its classes that store objects in a
 * folder, so this file loads them by path.
 */
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildApp } from 'fauxqs';
import { INVALID_TARGET_MESSAGE, isValidTarget } from './http-server.ts';
import { checkLink, checkUpload } from './s3-signatures.ts';

type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>['stores']>;

const BODY_LIMIT = 64 * 1024 * 1024;

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Starts the S3 emulator on a free port.
 * @param directory the folder for the objects; without a folder, objects are stored in memory only
 */
export async function startS3(
  directory?: string,
): Promise<{ readonly endpoint: string; stop(): Promise<void> }> {
  const app = buildApp({ logger: false, ...(directory && { stores: await createFileStores(directory) }) });

  // fauxqs's own parsers are for SQS and SNS. S3 accepts every content type and does not parse bodies.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('onRequest', async ({ headers, method, url }, reply) => {
    if (!isValidTarget(url)) return reply.code(400).send({ message: INVALID_TARGET_MESSAGE });
    const { origin } = headers;
    if (!origin) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'ETag',
      vary: 'Origin',
    });
    if (method !== 'OPTIONS') return;
    await reply
      .headers({
        'access-control-allow-methods': 'GET,PUT,POST,HEAD,DELETE',
        'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
      })
      .code(204)
      .send();
  });

  app.addHook('preHandler', async ({ body, headers, method, params, url }, reply) => {
    const { 'content-type': type = '', host = '' } = headers;
    const { bucket = '' } = params as { bucket?: string };
    const isUpload = method === 'POST' && /multipart\/form-data/i.test(type);
    const rejection = isUpload
      ? await checkUpload(bucket, new Response(body as Buffer, { headers: { 'content-type': type } }))
      : await checkLink(method, new URL(url, `http://${host}`));
    if (!rejection) return;
    const { status, code, message } = rejection;
    const xml = `<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`;
    await reply.code(status).header('content-type', 'application/xml').send(`${XML_DECLARATION}${xml}`);
  });

  // Responds to GetObjectTagging: the verdict of the malware scan is the only tag.
  app.addHook('preHandler', async ({ method, url }, reply) => {
    const { pathname, searchParams } = new URL(url, 'http://s3');
    if (method !== 'GET' || !searchParams.has('tagging')) return;
    const { statusCode, headers, rawPayload } = await app.inject({ method, url: pathname });
    await reply
      .code(statusCode)
      .header('content-type', statusCode === 200 ? 'application/xml' : headers['content-type'])
      .send(statusCode === 200 ? createTaggingResponse(rawPayload) : rawPayload);
  });

  const endpoint = await app.listen({ host: '127.0.0.1', port: 0 });
  return { endpoint, stop: () => app.close() };
}

async function createFileStores(directory: string): Promise<Stores> {
  const sources = join(dirname(findPackageJSON('fauxqs', import.meta.url) ?? ''), 'dist/s3');
  const load = (file: string) => import(pathToFileURL(join(sources, file)).href);
  const { S3Store } = await load('s3Store.js');
  const { FileS3Persistence } = await load('fileS3Persistence.js');
  const s3Store = new S3Store();
  const persistence = new FileS3Persistence(directory);
  persistence.loadS3(s3Store);
  s3Store.persistence = persistence;
  return { s3Store } as Stores; // fauxqs creates the stores of its other services itself.
}

/**
 * The EICAR test file, the only malware that the stand-in for GuardDuty's scan knows. An object has its tags
 * immediately after the upload. The text is in two parts, so that scanners do not report this source file.
 */
const EICAR = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`);

/** Returns the response to S3's operation `GetObjectTagging`. */
function createTaggingResponse(content: Buffer): string {
  const status = content.includes(EICAR) ? 'THREATS_FOUND' : 'NO_THREATS_FOUND';
  const tag = `<Tag><Key>GuardDutyMalwareScanStatus</Key><Value>${status}</Value></Tag>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Tagging><TagSet>${tag}</TagSet></Tagging>`;
}

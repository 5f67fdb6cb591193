/**
 * Signed calls of AWS: of the table, the bucket, parameters and functions.
 *
 * Made of the SDK's own parts for signing, sending and trying again, without the layers of its clients around
 * them, which were half of a cold start (infra/decisions/0021-calls-of-aws.md).
 */
import type { Agent } from 'node:https';
import { HttpRequest, type HttpResponse } from '@smithy/core/protocols';
import { isThrottlingError, isTransientError, StandardRetryStrategy } from '@smithy/core/retry';
import { Hash } from '@smithy/core/serde';
import { NodeHttpHandler, streamCollector } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';

export interface Service {
  /** As signatures have it. */
  readonly name: string;
  readonly url: string;
  readonly region: string;
  /** How long one attempt may take until its answer is read to the end; a second of it to connect. */
  readonly deadlineMs: number;
  readonly attempts: number;
  /** Connections over TLS; its own when absent. */
  readonly agent?: Agent;
}

export interface Call {
  readonly method?: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Percent-encoded. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** How many bytes of an answer are wanted at most: of one that announces more, none is read. */
  readonly most?: number;
}

export interface Reply {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A POST of nothing to `/` unless said otherwise. @throws {AwsError} for a no, else what kept an answer from coming */
export type SignedCall = (call: Call) => Promise<Reply>;

/** A service's no, by the name that AWS documents. */
export class AwsError extends Error {
  /** What it says, where that is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: whoever calls knows what the service answers
  readonly answer: any;
  /** Where the SDK looks when it judges whether trying again may help. */
  readonly $metadata: { readonly httpStatusCode: number };

  constructor({ statusCode, headers }: HttpResponse, body: Buffer) {
    const text = body.toString();
    const answer = jsonIn(text);
    super(String(answer.message ?? answer.Message ?? inXml('Message', text) ?? ''));
    const type = headers['x-amzn-errortype'] ?? answer.__type ?? inXml('Code', text) ?? `HTTP ${statusCode}`;
    this.name = String(type).replaceAll(/^.*#|:.*$/g, '');
    this.answer = answer;
    this.$metadata = { httpStatusCode: statusCode };
  }
}

export function openService({ name, url, region, deadlineMs, attempts, agent }: Service): SignedCall {
  const { protocol, hostname, host, port } = new URL(url);
  // Paths of objects are signed as they are sent, all others encoded once more.
  const signer = new SignatureV4({
    service: name,
    region,
    credentials,
    sha256: Sha256,
    uriEscapePath: name !== 's3',
  });
  const retries = new StandardRetryStrategy({ maxAttempts: attempts, baseDelay: 25 });
  const sender = new NodeHttpHandler({
    connectionTimeout: 1000,
    requestTimeout: deadlineMs,
    throwOnRequestTimeout: true,
    ...(agent && { httpsAgent: agent }),
  });

  async function once({ method = 'POST', path = '/', headers, body = '', most }: Call): Promise<Reply> {
    const request = new HttpRequest({
      ...{ method, protocol, hostname, path, body },
      ...(port && { port: Number(port) }),
      headers: { ...headers, host, 'content-length': String(Buffer.byteLength(body)) },
    });
    const signed = (await signer.sign(request)) as HttpRequest;
    const end = performance.now() + deadlineMs;
    const { response } = await sender.handle(signed);
    const read = () => bytesOf(response, end - performance.now());
    if (response.statusCode >= 300) throw new AwsError(response, await read());
    return { headers: response.headers, body: isLonger(response, most) ? dropped(response) : await read() };
  }

  return async call => {
    let attempt = await retries.acquireInitialRetryToken('');
    for (;;) {
      try {
        const reply = await once(call);
        retries.recordSuccess(attempt); // Else what the retries cost would never be paid back.
        return reply;
      } catch (failure) {
        const error = failure as Failure;
        attempt = await retries
          .refreshRetryTokenForRetry(attempt, { error, errorType: kindOf(error) })
          .catch(() => Promise.reject(ofService(name, error)));
      }
    }
  };
}

const Sha256 = Hash.bind(undefined, 'sha256');

/** Says whose it is: a log line of a time that ran out could mean anybody. */
function ofService(name: string, error: Failure): Failure {
  error.message = `${name}: ${error.message}`;
  return error;
}

type Failure = Parameters<typeof isThrottlingError>[0];

function kindOf(error: Failure) {
  if (isThrottlingError(error)) return 'THROTTLING';
  return isTransientError(error) ? 'TRANSIENT' : 'CLIENT_ERROR';
}

/** Those of a Lambda are in its environment and outlive it. */
async function credentials() {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN } = process.env;
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
}

const isLonger = ({ headers }: HttpResponse, most = Number.POSITIVE_INFINITY): boolean =>
  Number(headers['content-length']) > most;

function dropped({ body }: HttpResponse): Buffer {
  body.destroy();
  return Buffer.alloc(0);
}

async function bytesOf({ body }: HttpResponse, milliseconds: number): Promise<Buffer> {
  const late = () =>
    body.destroy(Object.assign(new Error('the answer took too long'), { name: 'TimeoutError' }));
  const timer = setTimeout(late, Math.max(1, milliseconds));
  try {
    const { buffer, byteOffset, byteLength } = await streamCollector(body);
    return Buffer.from(buffer, byteOffset, byteLength);
  } finally {
    clearTimeout(timer);
  }
}

/** Something in between may answer in words of its own. */
function jsonIn(text: string): AwsError['answer'] {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

const inXml = (tag: string, text: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1];

/** The client: the generated calls, with progress of uploads, retries and errors of our own. */
import { caller } from './exchange.ts';
import type { Client } from './generated/client/index.ts';
import { IDEMPOTENT_ROUTES } from './generated/constants.gen.ts';
import { Api } from './generated/sdk.gen.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import { fieldErrors } from './problem.ts';
import { bodyOf, type Call, headersOf, type Method, newIdempotencyKey, urlOf } from './request.ts';
import { withRetries } from './retry.ts';
import { transport } from './transport.ts';
import { createUploads, type Uploads, uploadLargeFiles } from './uploads.ts';

type Generated<Name extends keyof Api> = Parameters<Api[Name]>[0];
type CallInput<Options> = Pick<Options, Extract<keyof Options, 'path' | 'query' | 'body'>> & CallOptions;
type ResultOf<Name extends keyof Api> = Exclude<Awaited<ReturnType<Api[Name]>>, undefined>;

/** One method for each operation. It resolves to the data of the response and rejects with `ProblemError`. */
export type ApiClient = {
  readonly [Name in keyof Api]: undefined extends Generated<Name>
    ? (options?: CallInput<NonNullable<Generated<Name>>>) => Promise<ResultOf<Name>>
    : (options: CallInput<NonNullable<Generated<Name>>>) => Promise<ResultOf<Name>>;
} & {
  /** Uploads by hand; calls that take files upload large ones by themselves. */
  readonly uploads: Uploads;
};

export function createClient(options: ClientOptions): ApiClient {
  const { retries = 2, longestWait = 20 } = options;
  const send = caller(transport(options.fetch), options);

  async function call(method: Method, chosen: Call): Promise<unknown> {
    const { url: template, bodySerializer, signal, onProgress } = chosen;
    const route = `${method} ${template}`;
    const isIdempotent = IDEMPOTENT_ROUTES.includes(route);
    const key = isIdempotent ? (chosen.idempotencyKey ?? newIdempotencyKey()) : undefined;
    const url = urlOf(options.baseUrl, chosen);
    const { body: given = {} } = chosen;
    const sent = bodySerializer ? await large.replaced(given, { signal, onProgress }) : given;
    const body = bodyOf(chosen.body ? { ...chosen, body: sent } : chosen);
    const request = { method, url, body, headers: headersOf(options, chosen, key) };
    const sending = { signal, onProgress: bodySerializer && sent === given ? onProgress : undefined };
    const done = withRetries(attempt => send(request, { ...sending, route, attempt }), {
      ...{ retries, longestWait, signal },
      isRepeatable: method !== 'POST' || isIdempotent,
    });
    done.then(
      () => large.forget(given, Object.keys(given)),
      error => large.forget(given, Object.keys(fieldErrors(error))),
    );
    return done;
  }

  const api = new Api({
    client: {
      get: (chosen: Call) => call('GET', chosen),
      post: (chosen: Call) => call('POST', chosen),
      put: (chosen: Call) => call('PUT', chosen),
      delete: (chosen: Call) => call('DELETE', chosen),
    } as unknown as Client,
  });
  bindMethods(api);
  const uploads = createUploads({
    permit: (body, signal) => api.createUpload({ body, ...(signal && { signal }) }),
    post: (url, body, sending) => send({ method: 'POST', url, headers: {}, body }, sending),
  });
  const large = uploadLargeFiles(uploads);
  return Object.assign(api as unknown as Omit<ApiClient, 'uploads'>, { uploads });
}

/** Lets callers pass methods around: the generated ones read `this`. */
function bindMethods(api: object): void {
  for (const name of Object.getOwnPropertyNames(Api.prototype)) {
    const method: unknown = Reflect.get(api, name);
    if (name !== 'constructor' && typeof method === 'function') Reflect.set(api, name, method.bind(api));
  }
}

/** API client: the generated calls with upload progress, retries and `ProblemError`. */

import {
  createHeaders,
  createIdempotencyKey,
  createUrl,
  type GeneratedCallOptions,
  type HttpMethod,
  readToken,
  serializeBody,
} from './build-request.ts';
import { createSender } from './exchange.ts';
import type { Client } from './generated/client/index.ts';
import { IDEMPOTENT_ROUTES } from './generated/constants.gen.ts';
import { Api } from './generated/sdk.gen.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import { fieldErrors, isProblem } from './problem.ts';
import { withRetries } from './retry.ts';
import { createTransport } from './transport.ts';
import { createUploads, type Uploads, uploadLargeFiles } from './uploads.ts';

type GeneratedOptions<Name extends keyof Api> = Parameters<Api[Name]>[0];
type CallInput<Options> = Pick<Options, Extract<keyof Options, 'path' | 'query' | 'body'>> & CallOptions;
type CallResult<Name extends keyof Api> = Exclude<Awaited<ReturnType<Api[Name]>>, undefined>;

/**
 * API client with one method per operation. Calls upload files of more than 4 MB together straight to storage, because
 * AWS rejects forms over about 4.4 MB with 413. Methods resolve to the response data or reject with `ProblemError`.
 */
export type ApiClient = {
  readonly [Name in keyof Api]: undefined extends GeneratedOptions<Name>
    ? (options?: CallInput<NonNullable<GeneratedOptions<Name>>>) => Promise<CallResult<Name>>
    : (options: CallInput<NonNullable<GeneratedOptions<Name>>>) => Promise<CallResult<Name>>;
} & {
  /** Uploads under the control of the caller. */
  readonly uploads: Uploads;
};

export function createClient(options: ClientOptions): ApiClient {
  const { retries = 2, longestWait = 20, timeout = 40 } = options;
  const send = createSender(createTransport(options.fetch, timeout), options);

  async function callApi(method: HttpMethod, callOptions: GeneratedCallOptions): Promise<unknown> {
    const { url: template, bodySerializer, signal, onProgress } = callOptions;
    const route = `${method} ${template}`;
    const isIdempotent = IDEMPOTENT_ROUTES.includes(route);
    const idempotencyKey = isIdempotent ? (callOptions.idempotencyKey ?? createIdempotencyKey()) : undefined;
    const url = createUrl(options.baseUrl, callOptions);
    const { body: originalBody = {} } = callOptions;
    const sentBody = bodySerializer
      ? await largeFiles.replaceLargeFiles(originalBody, { signal, onProgress })
      : originalBody;
    const body = serializeBody(callOptions.body ? { ...callOptions, body: sentBody } : callOptions);
    const token = readToken(options);
    const request = {
      method,
      url,
      body,
      headers: createHeaders(options, callOptions, token, idempotencyKey),
    };
    const sendOptions = {
      signal,
      onProgress: bodySerializer && sentBody === originalBody ? onProgress : undefined,
    };
    const result = withRetries(attempt => send(request, { ...sendOptions, route, attempt }), {
      ...{ retries, longestWait, signal },
      isRepeatable: method !== 'POST' || isIdempotent,
      onRetry: retry => options.onRetry?.({ ...retry, route }),
    });
    result.then(
      () => largeFiles.forgetKeys(originalBody, Object.keys(originalBody)),
      error => {
        largeFiles.forgetKeys(originalBody, Object.keys(fieldErrors(error)));
        if (token && isProblem(error, 'unauthenticated')) options.onUnauthorized?.(error, token);
      },
    );
    return (await result) ?? callOptions.known;
  }

  const api = new Api({
    client: {
      get: (callOptions: GeneratedCallOptions) => callApi('GET', callOptions),
      post: (callOptions: GeneratedCallOptions) => callApi('POST', callOptions),
      put: (callOptions: GeneratedCallOptions) => callApi('PUT', callOptions),
      delete: (callOptions: GeneratedCallOptions) => callApi('DELETE', callOptions),
    } as unknown as Client,
  });
  bindMethods(api);
  const uploads = createUploads({
    permit: (body, signal) => api.createUpload({ body, ...(signal && { signal }) }),
    post: (url, body, sendOptions) => send({ method: 'POST', url, headers: {}, body }, sendOptions),
  });
  const largeFiles = uploadLargeFiles(uploads);
  return Object.assign(api as unknown as Omit<ApiClient, 'uploads'>, { uploads });
}

/** Binds the generated methods, which read `this`, so that callers can pass them as functions. */
function bindMethods(api: object): void {
  for (const name of Object.getOwnPropertyNames(Api.prototype)) {
    const method: unknown = Reflect.get(api, name);
    if (name !== 'constructor' && typeof method === 'function') Reflect.set(api, name, method.bind(api));
  }
}

/** API client: one method per operation, with upload progress, retries and `ProblemError`. */

import {
  type AnyCallInput,
  createForm,
  createHeaders,
  createIdempotencyKey,
  createUrl,
  readToken,
} from './build-request.ts';
import { createSender } from './exchange.ts';
import { type Operations, ROUTES } from './generated/operations.gen.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import { fieldErrors, ProblemError } from './problem.ts';
import { withRetries } from './retry.ts';
import { createTransport } from './transport.ts';
import { createUploads, type Uploads, uploadLargeFiles } from './uploads.ts';

type OperationName = keyof Operations;
type Data<Name extends OperationName> = Operations[Name]['data'];
type CallInput<Name extends OperationName> = Pick<
  Data<Name>,
  Extract<keyof Data<Name>, 'path' | 'query' | 'body'>
> &
  CallOptions<Name>;
type CallResult<Name extends OperationName> = Exclude<Operations[Name]['response'], undefined>;

/** Method of the client for an operation. Its input can be left out if no part of the request is required. */
type OperationMethod<Name extends OperationName> =
  Record<never, never> extends CallInput<Name>
    ? (input?: CallInput<Name>) => Promise<CallResult<Name>>
    : (input: CallInput<Name>) => Promise<CallResult<Name>>;

/**
 * API client with one method per operation. Calls upload files of more than 4 MB together straight to storage, because
 * AWS rejects forms over about 4.4 MB with 413. Methods resolve to the response data or reject with `ProblemError`.
 */
export type ApiClient = { readonly [Name in keyof Operations]: OperationMethod<Name> } & {
  /** Uploads files independently of a call, for callers that control their uploads themselves. */
  readonly uploads: Uploads;
};

export function createClient(options: ClientOptions): ApiClient {
  const { retries = 2, longestWait = 20, timeout = 40 } = options;
  const send = createSender(createTransport(options.fetch, timeout), options);

  async function call(operation: OperationName, input: AnyCallInput): Promise<unknown> {
    const [method = '', path = '', ...traits] = ROUTES[operation].split(' ');
    const [isIdempotent, isMultipart] = [traits.includes('idempotent'), traits.includes('multipart')];
    const route = `${method} ${path}`;
    const { body: fields = {}, signal, onProgress } = input;
    const idempotencyKey = isIdempotent ? (input.idempotencyKey ?? createIdempotencyKey()) : undefined;
    const url = createUrl(options.baseUrl, path, input);
    const sentFields = isMultipart
      ? await largeFiles.replaceLargeFiles(fields, { signal, onProgress })
      : fields;
    const token = readToken(options);
    const headers = createHeaders(options, input, { token, idempotencyKey, isJson: !isMultipart });
    const body = input.body && (isMultipart ? createForm(sentFields) : JSON.stringify(sentFields));
    const sendOptions = { signal, onProgress: isMultipart && sentFields === fields ? onProgress : undefined };
    const result = withRetries(
      attempt => send({ method, url, headers, body }, { ...sendOptions, route, attempt }),
      {
        retries,
        longestWait,
        signal,
        isRepeatable: method !== 'POST' || isIdempotent,
        onRetry: retry => options.onRetry?.({ ...retry, route }),
      },
    );
    result.then(
      () => largeFiles.forgetKeys(fields, Object.keys(fields)),
      error => {
        largeFiles.forgetKeys(fields, Object.keys(fieldErrors(error)));
        if (token && error?.code === 'unauthenticated') options.onUnauthorized?.(error, token);
      },
    );
    return (await result) ?? input.known;
  }

  const names = Object.keys(ROUTES) as OperationName[];
  const methods = names.map(name => [
    name,
    (input: AnyCallInput = {}) =>
      call(name, input).catch(error => {
        if (error instanceof ProblemError) error.operation = name;
        throw error;
      }),
  ]);
  const api = Object.fromEntries(methods) as Omit<ApiClient, 'uploads'>;
  const uploads = createUploads({
    permit: (body, signal) => api.createUpload({ body, signal }),
    post: (url, body, sendOptions) => send({ method: 'POST', url, headers: {}, body }, sendOptions),
  });
  const largeFiles = uploadLargeFiles(uploads);
  return { ...api, uploads };
}

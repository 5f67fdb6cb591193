/** The client: one method for each operation of the API's description, and what makes them pleasant to use. */
import { type Operations, ROUTES, type Route, type UploadPurpose } from './api.ts';
import { bodyOf, type Input, split } from './body.ts';
import { caller, type Exchange } from './exchange.ts';
import { paginate } from './paginate.ts';
import { fieldErrors } from './problem.ts';
import { retried } from './retry.ts';
import { type OnProgress, type Sending, transport } from './transport.ts';
import { type Uploads, uploadingLarge, uploadsBy } from './uploads.ts';

export interface ClientOptions {
  /** Where the API is, without `/api/v1`. */
  readonly baseUrl: string;
  /** The bearer token that registration and login return, or what gives it at the moment of a call. */
  readonly token?: string | (() => string | undefined) | undefined;
  /** Instead of the platform's. */
  readonly fetch?: typeof fetch | undefined;
  /** Sees each request with its answer, secrets included. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** How often a 429 or 503 is tried again; 2 unless told otherwise. */
  readonly retries?: number | undefined;
  /** In seconds: who is told to wait longer gets the error at once; 20 unless told otherwise. */
  readonly longestWait?: number | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For operations that know it; without one each call makes its own, so that its retries do no second work. */
  readonly idempotencyKey?: string | undefined;
  /** What `etagOf` gave of the data that is being changed. */
  readonly ifMatch?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How far the files of this call have been sent. */
  readonly onProgress?: OnProgress | undefined;
}

type Named = keyof Operations;
type InputOf<Name extends Named> = Operations[Name]['input'];
type ResultOf<Name extends Named> = Operations[Name]['result'];

export type Method<Name extends Named> =
  Record<never, never> extends InputOf<Name>
    ? (input?: InputOf<Name>, options?: CallOptions) => Promise<ResultOf<Name>>
    : (input: InputOf<Name>, options?: CallOptions) => Promise<ResultOf<Name>>;

/** Those that answer with pages. */
type Listed = {
  [Name in Named]: ResultOf<Name> extends { data: unknown[]; meta: unknown } ? Name : never;
}[Named];
type ItemOf<Name extends Listed> = ResultOf<Name> extends { data: (infer Item)[] } ? Item : never;

export type ApiClient = { readonly [Name in Named]: Method<Name> } & {
  /** Every item of a list, page after page. */
  paginate<Name extends Listed>(
    list: Name,
    input?: InputOf<Name>,
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<Name>, void, undefined>;
  /** Large files by hand; forms with files do this by themselves. */
  readonly uploads: Uploads;
};

type AnyMethod = (input?: Input, options?: CallOptions) => Promise<unknown>;

export function createClient(options: ClientOptions): ApiClient {
  const { retries = 2, longestWait = 20 } = options;
  const send = caller(transport(options.fetch), options);
  const uploads = uploadsBy({
    permit: (input, sending) => methods.createUpload(input, sending),
    post: (url, body, sending) => send({ method: 'POST', url, headers: {}, body }, sending),
  });
  const large = uploadingLarge(uploads);

  async function call(name: Named, route: Route, input: Input, chosen: CallOptions): Promise<unknown> {
    const { path, fields } = split(route, input);
    const { sent, sending } = await prepared(route, fields, chosen);
    const request = {
      method: route.method,
      url: options.baseUrl.replace(/\/$/, '') + path,
      body: route.body ? bodyOf(sent) : undefined,
    };
    const key = route.keyed ? (chosen.idempotencyKey ?? newKey()) : undefined;
    const headers = {
      ...headersOf(options, chosen, key),
      ...(typeof request.body === 'string' && JSON_BODY),
    };
    const repeatable = route.method !== 'POST' || key !== undefined;
    const done = retried(attempt => send({ ...request, headers }, { ...sending, operation: name, attempt }), {
      ...{ retries, longestWait, repeatable },
      signal: chosen.signal,
    });
    done.then(
      () => large.forget(fields, Object.keys(fields)),
      error => large.forget(fields, Object.keys(fieldErrors(error))),
    );
    return done;
  }

  /** What is uploaded is not sent again with the form. */
  async function prepared(route: Route, fields: Input, { signal, onProgress }: CallOptions) {
    const sent = route.form
      ? await large.replaced(fields, purposeOf(fields), { signal, onProgress })
      : fields;
    const sending: Sending = { signal, onProgress: sent === fields && route.form ? onProgress : undefined };
    return { sent, sending };
  }

  const methods = Object.fromEntries(
    (Object.entries(ROUTES) as [Named, Route][]).map(([name, route]): [string, AnyMethod] => [
      name,
      async (input = {}, chosen = {}) => call(name, route, input, chosen),
    ]),
  ) as unknown as ApiClient;
  return {
    ...methods,
    uploads,
    paginate: (list, input, chosen) =>
      paginate(
        cursor => (methods[list] as AnyMethod)({ ...input, ...(cursor && { cursor }) }, chosen) as never,
      ),
  };
}

const JSON_BODY = { 'content-type': 'application/json' };

const purposeOf = (fields: Input): UploadPurpose =>
  'document' in fields ? 'testimony-document' : 'identity-document';

function headersOf({ token }: ClientOptions, { ifMatch, headers }: CallOptions, key: string | undefined) {
  const bearer = typeof token === 'function' ? token() : token;
  return {
    accept: 'application/json',
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(key && { 'idempotency-key': key }),
    ...(ifMatch && { 'if-match': ifMatch }),
    ...headers,
  };
}

/** Not `randomUUID`, which browsers keep to pages that came by https. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('');
}

/**
 * Generator of the Postman collection, which Bruno, Insomnia and Hoppscotch import, too. Its format is version 2.1:
 * https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html
 */
import type { OpenApi } from '../describe-api.ts';
import type { Operation } from '../operation.ts';
import { LOCAL_URL } from './code-samples.ts';
import { createExampleRequest, type ExampleRequest } from './example-request.ts';
import { listVariables } from './variables.ts';

/** Sets the variable `unique` before each request, so that registrations can be repeated. */
const SET_UNIQUE = "pm.variables.set('unique', String(Date.now()).slice(-6));";

/** Variables that take their value from a response, as JavaScript expressions on `data`. */
const SAVED_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  registerClient: { clientToken: 'data.token', token: 'data.token' },
  registerExpert: { expertToken: 'data.token' },
  login: { clientToken: 'data.token', token: 'data.token' },
  createTestimony: { testimonyId: 'data.id' },
  createOffer: { offerId: 'data.id' },
  checkoutOffer: { sessionId: "data.url.split('/').at(-1)" },
  listTokens: { tokenId: 'data.at(-1).id' },
};

/** Creates the collection: a folder per tag, a request per operation, and variables for the URL, tokens and ids. */
export function createPostmanCollection(api: OpenApi): object {
  const requests = listRequests(api);
  const folders = api.tags.map(({ name, description }) => ({
    name,
    description,
    item: requests.filter(({ tag }) => tag === name).map(({ item }) => item),
  }));
  const variables = new Set(listVariables(JSON.stringify(folders)).filter(name => name !== 'unique'));
  return {
    info: {
      name: 'Trhovisko posudkov',
      description:
        'Generated from the description of the API. Log in or register first: the token is kept for the other requests.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: folders.filter(({ item }) => item.length > 0),
    event: [createScript('prerequest', [SET_UNIQUE])],
    variable: [...variables].map(key => ({ key, value: key === 'baseUrl' ? LOCAL_URL : '' })),
  };
}

function listRequests({ paths }: OpenApi) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const request = createExampleRequest(method.toUpperCase(), path, {
        ...operation,
        hasBody: Boolean(operation.requestBody),
        returnsData: true,
      });
      return request ? [{ tag: operation.tags[0], item: createItem(request, operation) }] : [];
    }),
  );
}

function createItem(request: ExampleRequest, { summary, description }: Operation): object {
  const { operationId, method, path, query, token, body } = request;
  const parameters = Object.entries(query).map(([key, value]) => ({ key, value: String(value) }));
  const search = parameters.map(({ key, value }) => `${key}=${value}`).join('&');
  const saved = Object.entries(SAVED_VALUES[operationId] ?? {});
  return {
    name: summary,
    ...(saved.length > 0 && { event: [createScript('test', saveValues(saved))] }),
    request: {
      method,
      description,
      auth: token
        ? { type: 'bearer', bearer: [{ key: 'token', value: `{{${token}}}`, type: 'string' }] }
        : { type: 'noauth' },
      header: body && !body.files ? [{ key: 'Content-Type', value: 'application/json' }] : [],
      ...(body && { body: createBody(body) }),
      url: {
        raw: `{{baseUrl}}${path}${search && `?${search}`}`,
        host: ['{{baseUrl}}'],
        path: path.slice(1).split('/'),
        ...(parameters.length > 0 && { query: parameters }),
      },
    },
    response: [],
  };
}

function createBody({ fields, files }: NonNullable<ExampleRequest['body']>): object {
  if (!files)
    return {
      mode: 'raw',
      raw: JSON.stringify(fields, null, 2),
      options: { raw: { language: 'json' } },
    };
  const texts = Object.entries(fields).flatMap(([key, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return values.map(entry => ({
      key,
      value: typeof entry === 'string' ? entry : JSON.stringify(entry),
      type: 'text',
    }));
  });
  const sources = Object.entries(files).map(([key, { name, mediaType }]) => ({
    key,
    type: 'file',
    src: name,
    contentType: mediaType,
  }));
  return { mode: 'formdata', formdata: [...texts, ...sources] };
}

const createScript = (listen: string, exec: readonly string[]) => ({
  listen,
  script: { type: 'text/javascript', exec },
});

const saveValues = (saved: readonly (readonly [name: string, expression: string])[]) => [
  'const { data } = pm.response.json();',
  ...saved.map(([name, expression]) => `if (data) pm.collectionVariables.set('${name}', ${expression});`),
];

/**
 * The API in OpenAPI 3.1, from what there is already: the routes of `infra/functions`, the schemas that
 * check each request, and the first comment of each endpoint. Nothing of it is written twice.
 */
import { readEntries } from '../functions/index.cjs';
import { PROBLEMS } from './answers.ts';
import { type Operation, operationOf } from './operation.ts';
import { components, type JsonSchema } from './schemas.ts';

export interface OpenApi {
  readonly openapi: string;
  /** Path → method → operation. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const INFO = {
  title: 'Testimony marketplace',
  version: '1',
  description: [
    'Success is `{"data": …}`, or nothing with 204. Every other answer has a `message`; 422 also has `errors` by field.',
    'Errors of fields are Slovak, all other messages English. Every answer carries `X-Request-Id`.',
  ].join('\n'),
};

const SECURITY_SCHEMES = {
  token: { type: 'http', scheme: 'bearer', description: 'As registration and login return it.' },
  aws: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'AWS Signature Version 4, for service `execute-api`.',
  },
};

export async function describeApi(): Promise<OpenApi> {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, { handler, events = [] }] of Object.entries(readEntries())) {
    for (const { httpApi } of events) {
      const route = httpApi?.path ? `${httpApi.method} ${httpApi.path}` : httpApi;
      if (!route || route === '*') continue;
      const [method, path] = route.split(' ');
      const operation = await operationOf(name, handler.replace(/\.handler$/, '.ts'), path);
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
    }
  }
  return {
    openapi: '3.1.0',
    ...{ info: INFO, servers: [{ url: 'http://localhost:3000', description: 'npm start' }] },
    paths,
    components: { ...{ securitySchemes: SECURITY_SCHEMES, responses: PROBLEMS }, schemas: components },
  };
}

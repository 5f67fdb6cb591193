/** The description of the API as the client presents it. */
import { removeUnusedComponents } from '../../lib/http/response/openapi-document.ts';
import type { OpenApi } from '../openapi/describe-api.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import type { Operation } from '../openapi/operation.ts';

interface ResponseObject {
  readonly headers?: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

/**
 * Leaves out the routes that frontends do not call, unwraps responses of the form `{ data }`, as the client does at
 * run time, and names the values of `X-Error-Code` as the schema `ErrorCode`: the generator does not read headers.
 */
export function createClientDescription(api: OpenApi): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (!isForFrontends(operation)) continue;
      paths[path] = {
        ...paths[path],
        [method]: adaptOperation(operation, `${method.toUpperCase()} ${path}`),
      };
    }
  }
  const { components, ...rest } = removeUnusedComponents({ ...api, paths });
  const ErrorCode = {
    type: 'string',
    description: 'The values of the response header `X-Error-Code`.',
    enum: listErrorCodes(paths),
  };
  return { ...rest, components: { ...components, schemas: { ...components.schemas, ErrorCode } } };
}

/** The pages of the documentation are for people, and the webhook requires a signature in a header. */
const isForFrontends = ({ parameters, tags }: Operation) =>
  !tags.includes('docs') && !parameters.some(parameter => parameter.in === 'header' && parameter.required);

/** The description alone becomes the comment: the summary is its first sentence. */
function adaptOperation({ summary: _, ...operation }: Operation, route: string): Operation {
  const responses = Object.entries(operation.responses as Record<string, ResponseObject>).map(
    ([status, response]) => [status, unwrapResponse(response)],
  );
  return {
    ...operation,
    summary: '',
    description: `${operation.description}\n\n\`${route}\``,
    responses: Object.fromEntries(responses),
  };
}

/** A list keeps its `links` and `meta` beside `data`. */
function unwrapResponse(response: ResponseObject): ResponseObject {
  const { data, ...others } = (response.content?.['application/json']?.schema.properties ?? {}) as Record<
    string,
    JsonSchema
  >;
  if (!data || Object.keys(others).length > 0) return response;
  return { ...response, content: { 'application/json': { schema: data } } };
}

function listErrorCodes(paths: OpenApi['paths']): string[] {
  const responses = Object.values(paths)
    .flatMap(methods => Object.values(methods))
    .flatMap(operation => Object.values(operation.responses as Record<string, ResponseObject>));
  const codes = responses.flatMap(
    ({ headers }) => (headers?.['X-Error-Code']?.schema?.enum ?? []) as string[],
  );
  return [...new Set(codes)].sort();
}

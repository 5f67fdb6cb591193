/** API description from which the client is generated. */
import { removeUnusedComponents } from '../../lib/http/response/openapi-document.ts';
import type { OpenApi } from '../openapi/describe-api.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import type { OpenApiOperation } from '../openapi/operation.ts';

interface ResponseObject {
  readonly headers?: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

/**
 * Creates the API description from which the client is generated. The description omits routes that frontends do not
 * call. Each response schema `{ data }` is replaced by the schema of `data`, because the client unwraps responses. The
 * values of `X-Error-Code` are added as the schema `ErrorCode`, because the client generator does not read response
 * headers. Webhooks are omitted, but their component `WebhookPayload` remains.
 */
export function createClientDescription(api: OpenApi): OpenApi {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (method === 'head' || !isForFrontends(operation)) continue;
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
  return {
    ...rest,
    webhooks: {},
    components: { ...components, schemas: { ...components.schemas, ErrorCode } },
  };
}

/**
 * Returns whether frontends call an operation. Frontends do not call the documentation routes and the webhook route of
 * the payment provider, which is recognised by its required header parameter, the signature.
 */
const isForFrontends = ({ parameters, tags }: OpenApiOperation) =>
  !tags.includes('docs') && !parameters.some(parameter => parameter.in === 'header' && parameter.required);

/**
 * Empties the summary of an operation and adds the route to the description. The client generator would write both
 * summary and description into the method's comment, although the summary only repeats the first sentence of the
 * description.
 */
function adaptOperation({ summary: _, ...operation }: OpenApiOperation, route: string): OpenApiOperation {
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

/**
 * Replaces the response schema `{ data }` by the schema of `data`. List responses are unchanged, because their bodies
 * also have `links` and `meta`.
 */
function unwrapResponse(response: ResponseObject): ResponseObject {
  const { data, ...others } = (response.content?.['application/json']?.schema.properties ?? {}) as Record<
    string,
    JsonSchema
  >;
  if (!data || Object.keys(others).length > 0) return response;
  return { ...response, content: { 'application/json': { schema: data } } };
}

function listErrorCodes(paths: OpenApi['paths']): string[] {
  const operations = Object.values(paths).flatMap(methods => Object.values(methods));
  return [...new Set(operations.flatMap(listOperationCodes))].sort();
}

/** Lists the values of `X-Error-Code` in the responses of an operation. */
export function listOperationCodes({ responses }: OpenApiOperation): string[] {
  return Object.values(responses as Record<string, ResponseObject>).flatMap(
    ({ headers }) => (headers?.['X-Error-Code']?.schema?.enum ?? []) as string[],
  );
}

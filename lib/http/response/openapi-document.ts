/** The OpenAPI document, adapted to the stage that serves it (infra/docs/api/conventions.md#description). */
import { FAILURE_EXCEPTIONS } from '../simulated-failure.ts';

interface Description {
  readonly paths: Readonly<Record<string, object>>;
  readonly webhooks: Readonly<Record<string, object>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

interface Operation {
  readonly parameters: readonly object[];
  readonly responses: Readonly<Record<string, object>>;
}

/** Header that the sandbox reads from requests of guests and users (infra/docs/api/sandbox.md#failures-on-request). */
const FAILURE_HEADER = {
  name: 'X-Sandbox-Failure',
  in: 'header',
  required: false,
  description:
    'Simulated failure: a response with this status, or with `slow` the normal response after 5 seconds. Any other value is 400, and so is `slow` without a token or key.',
  schema: { type: 'string', enum: ['429', '500', '503', 'slow'] },
};

/** Returns the OpenAPI document as JSON, with the URL of the stage and, only in the sandbox, the sandbox routes. */
export function createOpenapiDocument(
  api: Description & {
    readonly tags: readonly { readonly name: string }[];
    readonly servers: readonly { readonly url: string }[];
  },
  { apiUrl, sandbox }: { readonly apiUrl: string; readonly sandbox: boolean },
): string {
  const isIncluded = (path: string) => sandbox || !path.startsWith('/api/v1/sandbox/');
  const paths = Object.fromEntries(Object.entries(api.paths).filter(([path]) => isIncluded(path)));
  const tags = api.tags.filter(({ name }) => sandbox || name !== 'sandbox');
  const adaptedApi = removeUnusedComponents({ ...api, servers: [{ url: apiUrl }], tags, paths });
  const document = JSON.stringify(sandbox ? { ...adaptedApi, paths: addFailureHeader(paths) } : adaptedApi);
  return api.servers.reduce((text, { url }) => text.replaceAll(url, apiUrl), document);
}

/**
 * Adds the request header for simulated failures, and a 429 response, to every operation that frontends call. The 429
 * response of the rate limits is reused.
 */
function addFailureHeader(paths: Description['paths']): Description['paths'] {
  const operations = Object.values(paths).flatMap(methods => Object.values(methods) as Operation[]);
  const tooManyRequestsResponse =
    operations.map(({ responses }) => responses['429']).find(response => response && 'headers' in response) ??
    {};
  const adaptOperation = (operation: Operation) => ({
    ...operation,
    parameters: [...operation.parameters, FAILURE_HEADER],
    responses: { 429: tooManyRequestsResponse, ...operation.responses },
  });
  return mapValues(paths, (methods, path) =>
    FAILURE_EXCEPTIONS.test(path) ? methods : mapValues(methods as Record<string, Operation>, adaptOperation),
  );
}

export function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}

/**
 * Removes components that no path and no webhook refers to. Security schemes are looked up by the names that operations
 * use, all other components by `$ref`.
 */
export function removeUnusedComponents<Api extends Description>(api: Api): Api {
  const { components, ...rest } = api;
  const usedReferences = new Set<string>();
  const collectReferences = (value: unknown): void => {
    for (const [, path = ''] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
      if (usedReferences.has(path)) continue;
      usedReferences.add(path);
      const [kind = '', name = ''] = path.split('/');
      collectReferences(components[kind]?.[name] ?? {});
    }
  };
  collectReferences([rest.paths, rest.webhooks]);
  const operations = Object.values(rest.paths).flatMap(methods => Object.values(methods));
  const schemes = operations.flatMap(({ security = [] }) => (security as object[]).flatMap(Object.keys));
  const isUsed = (kind: string, name: string) =>
    kind === 'securitySchemes' ? schemes.includes(name) : usedReferences.has(`${kind}/${name}`);
  const usedComponents = Object.entries(components).map(([kind, componentsOfKind]) => [
    kind,
    Object.fromEntries(Object.entries(componentsOfKind).filter(([name]) => isUsed(kind, name))),
  ]);
  return { ...api, components: Object.fromEntries(usedComponents) };
}

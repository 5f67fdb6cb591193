/** The OpenAPI document, adapted to the stage that serves it (infra/docs/api/conventions.md#description). */

interface Description {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

interface Operation {
  readonly security: readonly object[];
  readonly parameters: readonly object[];
  readonly responses: Readonly<Record<string, object>>;
}

/** Header that the sandbox reads from requests of signed-in users (infra/docs/api/sandbox.md#failures-on-request). */
const FAILURE = {
  name: 'X-Sandbox-Failure',
  in: 'header',
  required: false,
  description:
    'Simulated failure: a response with this status, or with `slow` the normal response after 5 seconds.',
  schema: { type: 'string', enum: ['429', '503', 'slow'] },
};

/**
 * Returns the OpenAPI document as JSON, with the URL of the stage. Outside the sandbox, the sandbox routes are left
 * out.
 */
export function adaptDocument(
  api: Description & { readonly tags: readonly { readonly name: string }[] },
  { apiUrl, sandbox }: { readonly apiUrl: string; readonly sandbox: boolean },
): string {
  const isThere = (path: string) => sandbox || !path.startsWith('/api/v1/sandbox/');
  const paths = Object.fromEntries(Object.entries(api.paths).filter(([path]) => isThere(path)));
  const tags = api.tags.filter(({ name }) => sandbox || name !== 'sandbox');
  const described = removeUnusedComponents({ ...api, servers: [{ url: apiUrl }], tags, paths });
  return JSON.stringify(sandbox ? { ...described, paths: withFailures(paths) } : described);
}

/**
 * Adds the failure header, and a 429 response, to every operation that authenticates callers. All 429 responses are
 * the same, so the first one found is reused.
 */
function withFailures(paths: Description['paths']): Description['paths'] {
  const operations = Object.values(paths).flatMap(methods => Object.values(methods) as Operation[]);
  const limited = operations.find(({ responses }) => '429' in responses)?.responses['429'] ?? {};
  const change = (operation: Operation) =>
    operation.security.length === 0
      ? operation
      : {
          ...operation,
          parameters: [...operation.parameters, FAILURE],
          responses: { 429: limited, ...operation.responses },
        };
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, change(operation)])),
    ]),
  );
}

/**
 * Removes components that no path refers to. Security schemes are looked up by the names that operations use, all other
 * components by `$ref`.
 */
export function removeUnusedComponents<Api extends Description>(api: Api): Api {
  const { components, ...rest } = api;
  const used = new Set<string>();
  const look = (value: unknown): void => {
    for (const [, path = ''] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
      if (used.has(path)) continue;
      used.add(path);
      const [kind = '', name = ''] = path.split('/');
      look(components[kind]?.[name] ?? {});
    }
  };
  look(rest.paths);
  const operations = Object.values(rest.paths).flatMap(methods => Object.values(methods));
  const schemes = operations.flatMap(({ security = [] }) => (security as object[]).flatMap(Object.keys));
  const isUsed = (kind: string, name: string) =>
    kind === 'securitySchemes' ? schemes.includes(name) : used.has(`${kind}/${name}`);
  const kept = Object.entries(components).map(([kind, named]) => [
    kind,
    Object.fromEntries(Object.entries(named).filter(([name]) => isUsed(kind, name))),
  ]);
  return { ...api, components: Object.fromEntries(kept) };
}

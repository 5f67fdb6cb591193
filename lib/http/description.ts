/** The API's description, fitted to the stage that serves it (infra/docs/api/conventions.md). */

interface Description {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

interface Operation {
  readonly security: readonly object[];
  readonly parameters: readonly object[];
  readonly responses: Readonly<Record<string, object>>;
}

/** What the sandbox reads of every signed-in user's request (infra/docs/api/conventions.md). */
const FAILURE = {
  name: 'X-Sandbox-Failure',
  in: 'header',
  required: false,
  description: 'This answer in place of the work, or with `slow` the own answer 5 s later.',
  schema: { type: 'string', enum: ['429', '503', 'slow'] },
};

/** @returns the description as JSON, with the address of the stage, and without a sandbox where there is none */
export function descriptionFor(
  api: Description & { readonly tags: readonly { readonly name: string }[] },
  { apiUrl, sandbox }: { readonly apiUrl: string; readonly sandbox: boolean },
): string {
  const isThere = (path: string) => sandbox || !path.startsWith('/api/v1/sandbox/');
  const paths = Object.fromEntries(Object.entries(api.paths).filter(([path]) => isThere(path)));
  const tags = api.tags.filter(({ name }) => sandbox || name !== 'sandbox');
  const described = withoutUnused({ ...api, servers: [{ url: apiUrl }], tags, paths });
  return JSON.stringify(sandbox ? { ...described, paths: withFailures(paths) } : described);
}

/** Failures on demand, where a token counts. A 429 is the same whoever asks for it. */
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

/** What nothing refers to any more is left out, security schemes by the names that operations give them. */
export function withoutUnused<Api extends Description>(api: Api): Api {
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

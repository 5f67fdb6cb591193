/** Example request of an operation, from which all samples are generated. */
import type { Parameter } from '../request-descriptions.ts';
import { type ExampleBody, findExampleBody } from './example-bodies.ts';

const EXAMPLE_QUERIES: Readonly<Record<string, ExampleRequest['query']>> = {
  unsubscribe: { signature: '{{signature}}' },
  verifyEmail: { expires: '{{expires}}', signature: '{{signature}}' },
  listTestimonies: { state: 'pending', limit: 20 },
  listOfferable: { region: 'ba' },
};

/** Properties of an operation from which its example request is created. */
interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-requires': readonly string[];
  readonly hasBody: boolean;
  readonly returnsData: boolean;
}

export interface ExampleRequest {
  readonly operationId: string;
  readonly method: string;
  /** Path with variables: `/api/v1/testimonies/{{testimonyId}}`. */
  readonly path: string;
  /** Path and query parameters by name, with variables. */
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number>>;
  /** Name of the variable for the token: `clientToken`, `expertToken`, `partnerKey`, or `token` if any role may call it. */
  readonly token?: string;
  readonly body?: ExampleBody;
  /** Whether the client has a method for the operation. */
  readonly isInClient: boolean;
  /** Whether the success response has a body. */
  readonly returnsData: boolean;
}

/**
 * Creates the example request of an operation.
 * @returns undefined for an operation that cannot be called from a sample, such as a webhook with a signature
 */
export function createExampleRequest(
  method: string,
  path: string,
  operation: DescribedOperation,
): ExampleRequest | undefined {
  const { operationId, tags, parameters, security, hasBody, returnsData } = operation;
  const requiresHeader = parameters.some(parameter => parameter.in === 'header' && parameter.required);
  if (requiresHeader || security.some(scheme => 'aws' in scheme)) return undefined;
  const body = findExampleBody(operationId);
  if (hasBody && !body) return undefined;
  const pathVariables = parameters
    .filter(parameter => parameter.in === 'path')
    .map(({ name }) => [name, `{{${nameVariable(path, name)}}}`] as const);
  const token = findToken(operation);
  return {
    operationId,
    method,
    path: pathVariables.reduce((text, [name, variable]) => text.replace(`{${name}}`, variable), path),
    pathParameters: Object.fromEntries(pathVariables),
    query: EXAMPLE_QUERIES[operationId] ?? {},
    ...(token && { token }),
    ...(body && { body }),
    isInClient: !tags.includes('docs') && method !== 'HEAD',
    returnsData,
  };
}

/**
 * Returns the name of the variable for a path parameter. The parameter `id` gets the name of its resource:
 * `/testimonies/{id}` has the variable `testimonyId`.
 */
function nameVariable(path: string, parameter: string): string {
  if (parameter !== 'id') return parameter;
  const [, segment = ''] = /([\w-]+)\/\{id\}/.exec(path) ?? [];
  const singular = segment.replace(/ies$/, 'y').replace(/s$/, '');
  return `${singular.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
}

function findToken({ security, 'x-requires': requires }: DescribedOperation): string | undefined {
  if (security.some(scheme => 'partnerKey' in scheme)) return 'partnerKey';
  const isRequired = security.length > 0 && security.every(scheme => 'token' in scheme);
  if (!isRequired) return undefined;
  const role = requires.find(requirement => requirement === 'client' || requirement === 'expert');
  return role ? `${role}Token` : 'token';
}

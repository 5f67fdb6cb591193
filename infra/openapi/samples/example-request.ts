/** Example request of an operation, from which all samples are generated. */
import type { AnyEndpoint, Route } from '../../functions/endpoints.ts';
import { createOperationId } from '../operation-id.ts';
import { getTag } from '../tags.ts';

/**
 * Content of an example request, with variables (`{{name}}`) in its texts. When the variables have values, the request
 * succeeds on a local stack that has just started (infra/docs/api/conventions.md#description).
 */
export interface ExampleInput {
  readonly body?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, ExampleFile>>;
  readonly query?: Readonly<Record<string, string | number>>;
}

export interface ExampleFile {
  readonly name: string;
  readonly mediaType: string;
  /** Name of the variable for the file in TypeScript. */
  readonly variable: string;
  /** Name of the variable for the key of an upload, which can be sent in place of the file. */
  readonly keyVariable: string;
}

export interface ExampleRequest extends ExampleInput {
  readonly operationId: string;
  readonly method: string;
  /** Path with variables: `/api/v1/testimonies/{{testimonyId}}`. */
  readonly path: string;
  /** Path parameters by name, with variables. */
  readonly pathParameters: Readonly<Record<string, string>>;
  /**
   * Name of the variable for the token: `clientToken`, `expertToken`, `partnerKey`, or `token` if any role may call it.
   */
  readonly token?: string;
  /** Whether the client has a method for the operation. */
  readonly isInClient: boolean;
  /** Whether the success response has a body. */
  readonly returnsData: boolean;
}

/**
 * Returns whether samples can call an endpoint: without an AWS signature or a header that only the provider can send.
 */
export const canBeSampled = ({ access, headers = {} }: AnyEndpoint): boolean =>
  access.credentials !== 'AWS signature' && !Object.values(headers).includes('required');

export function createExampleRequest(
  { name, method, path, endpoint }: Pick<Route, 'name' | 'method' | 'path' | 'endpoint'>,
  input: ExampleInput = {},
): ExampleRequest {
  const { access, response } = endpoint;
  const pathVariables = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, parameter = '']) => [parameter, `{{${nameVariable(path, parameter)}}}`] as const,
  );
  const token = findToken(access);
  const isHead = method === 'HEAD';
  return {
    ...input,
    operationId: createOperationId(name, method),
    method,
    path: pathVariables.reduce(
      (text, [parameter, variable]) => text.replace(`{${parameter}}`, variable),
      path,
    ),
    pathParameters: Object.fromEntries(pathVariables),
    ...(token && { token }),
    isInClient: getTag(path) !== 'docs' && !isHead,
    returnsData: !isHead && Boolean(response.data || response.pageOf || response.mediaType),
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

function findToken({ credentials, requires }: AnyEndpoint['access']): string | undefined {
  if (credentials === 'partner key') return 'partnerKey';
  if (credentials !== 'token') return undefined;
  const role = requires.find(requirement => requirement === 'client' || requirement === 'expert');
  return role ? `${role}Token` : 'token';
}

/** Returns the body as JSON, with upload keys in place of files. */
export function toJsonBody({ body, files = {} }: ExampleInput): Record<string, unknown> {
  const keys = Object.entries(files).map(([field, { keyVariable }]) => [field, `{{${keyVariable}}}`]);
  return { ...body, ...Object.fromEntries(keys) };
}

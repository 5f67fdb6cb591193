/** The client's table of routes: what stands where in a request. */
import type { Operation } from '../openapi/operation.ts';

export interface Called {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const ROUTE = `export interface Route {
  readonly method: string;
  readonly path: string;
  /** Names of the query. */
  readonly query?: readonly string[];
  readonly body?: true;
  /** Takes files. */
  readonly form?: true;
  /** Takes an \`Idempotency-Key\`. */
  readonly keyed?: true;
}`;

export const routesOf = (called: readonly Called[]): string =>
  `${ROUTE}\n\nexport const ROUTES: Readonly<Record<keyof Operations, Route>> = {\n${called.map(routeOf).join('\n')}\n};`;

function routeOf({ method, path, operation }: Called): string {
  const { parameters, requestBody, operationId } = operation;
  const query = parameters.filter(parameter => parameter.in === 'query').map(({ name }) => `'${name}'`);
  const members = [
    `method: '${method}'`,
    `path: '${path}'`,
    ...(query.length > 0 ? [`query: [${query.join(', ')}]`] : []),
    ...(requestBody ? ['body: true'] : []),
    ...(requestBody?.content['multipart/form-data'] ? ['form: true'] : []),
    ...(parameters.some(({ name }) => /^idempotency-key$/i.test(name)) ? ['keyed: true'] : []),
  ];
  return `${operationId}: { ${members.join(', ')} },`;
}

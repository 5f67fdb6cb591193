/** Generator of the route table, from the API description. */
import type { OpenApi } from '../openapi/api.ts';
import type { Operation } from '../openapi/operation.ts';
import { tableOf } from './table.ts';

const HEADS = ['Route', 'Caller', 'Success', 'Description', 'Body', 'Rate limited'];
const BASE = '/api/v1';
const ROLES = ['client', 'expert'];

/**
 * Renders the operations that `keep` selects, sorted by path and method, so the output does not depend on the order
 * of the description.
 */
export function routeTable({ paths }: OpenApi, keep: (operation: Operation) => boolean): string {
  const rows = Object.entries(paths)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => keep(operation))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([method, operation]) => rowOf(method, path.replace(BASE, ''), operation)),
    );
  return tableOf(HEADS, rows);
}

/** Returns whether an operation is for operators, who authenticate with an AWS signature. */
export function isForOperators({ security }: Operation): boolean {
  return security.some(scheme => 'aws' in scheme);
}

function rowOf(method: string, path: string, operation: Operation): string[] {
  const statuses = Object.keys(operation.responses);
  return [
    `\`${method.toUpperCase()} ${path}\``,
    callersOf(operation),
    statuses.filter(status => status < '400').join(', '),
    operation.summary,
    Object.keys(operation.requestBody?.content ?? {}).join(', '),
    statuses.includes('429') ? 'yes' : '',
  ];
}

/** Describes who may call an operation. A 403 without a security scheme means that only guests may call it. */
function callersOf({ security, responses, 'x-requires': roles }: Operation): string {
  const [scheme] = security;
  if (!scheme) return '403' in responses ? 'guest' : 'anyone';
  if (scheme.aws) return 'operator';
  if (!scheme.token) return 'anyone; token optional';
  return [...roles, ...(roles.some(role => ROLES.includes(role)) ? [] : ['user'])].join(' ');
}

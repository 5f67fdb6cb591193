/** Generator of the route table, from the API description. */
import type { OpenApi } from '../openapi/describe-api.ts';
import type { Operation } from '../openapi/operation.ts';
import { renderMarkdownTable } from './markdown-table.ts';

const HEADINGS = ['Route', 'Caller', 'Summary'];
const BASE_PATH = '/api/v1';
const ROLES = ['client', 'expert'];

/**
 * Renders a table of the operations for which `isIncluded` returns true. The rows are sorted by path and method, so the
 * table does not depend on the order of the operations in the API description.
 */
export function renderRouteTable({ paths }: OpenApi, isIncluded: (operation: Operation) => boolean): string {
  const rows = Object.entries(paths)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => isIncluded(operation))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([method, operation]) => createRow(method, path.replace(BASE_PATH, ''), operation)),
    );
  return renderMarkdownTable(HEADINGS, rows);
}

/** Returns whether an operation is for operators, who authenticate with an AWS signature. */
export function isForOperators({ security }: Operation): boolean {
  return security.some(scheme => 'aws' in scheme);
}

function createRow(method: string, path: string, operation: Operation): string[] {
  return [`\`${method.toUpperCase()} ${path}\``, describeCallers(operation), operation.summary];
}

/**
 * Describes the callers of an operation. An operation with a 403 response but without a security scheme is for guests
 * only.
 */
function describeCallers({ security, responses, 'x-requires': roles }: Operation): string {
  const [scheme] = security;
  if (!scheme) return '403' in responses ? 'guest' : 'anyone';
  if (scheme.aws) return 'operator';
  if (!scheme.token) return 'anyone; token optional';
  return [...roles, ...(roles.some(role => ROLES.includes(role)) ? [] : ['user'])].join(' ');
}

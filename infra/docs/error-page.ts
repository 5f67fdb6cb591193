/** Generator of the blocks in `api/errors.md`, from the catalogues of errors. */

import {
  CLIENT_ERRORS,
  ERROR_RESPONSES,
  type ErrorCode,
  type ErrorEntry,
  getErrorSections,
} from '../../lib/domain/error-catalogue.ts';
import { getPublicErrorCode } from '../../lib/http/response/error-response.ts';
import type { OpenApi } from '../openapi/describe-api.ts';
import type { OpenApiOperation } from '../openapi/operation.ts';
import { FIXED_FIELD_ERRORS, MISSING_FIELD_ERRORS, TOO_LONG_ERROR } from '../texts/client-texts.ts';
import { renderMarkdownTable } from './markdown-table.ts';

/** Maximum number of operations that an entry lists. */
const MAX_LISTED_OPERATIONS = 10;

/** Renders all error codes of the API, one heading per code, so that a link can name a code. */
export function renderErrors(api: OpenApi): string {
  const operations = listOperations(api);
  return Object.entries(getErrorSections())
    .map(([section, entries]) =>
      [
        `## ${section}`,
        ...Object.entries(entries).map(([code, entry]) =>
          renderEntry(code, entry, [describeResponses(code), describeOperations(operations.get(code) ?? [])]),
        ),
      ].join('\n\n'),
    )
    .join('\n\n');
}

/** Renders the codes that the client assigns when no readable response arrives. */
export function renderClientErrors(): string {
  return Object.entries(CLIENT_ERRORS)
    .map(([code, entry]) => renderEntry(code, entry, []))
    .join('\n\n');
}

export function renderFieldErrors(): string {
  const rows = [...FIXED_FIELD_ERRORS, TOO_LONG_ERROR].map(({ code, text: [slovak, english], cause }) => [
    `\`${code}\``,
    slovak,
    english,
    cause,
  ]);
  return renderMarkdownTable(['Code', 'Slovak', 'English', 'Cause'], rows);
}

export function renderMissingFields(): string {
  const rows = Object.entries(MISSING_FIELD_ERRORS).map(([field, [slovak, english]]) => [
    field ? `\`${field}\`` : 'any other field',
    slovak,
    english,
  ]);
  return renderMarkdownTable(['Missing field', 'Slovak', 'English'], rows);
}

function renderEntry(code: string, { meaning, cause, text }: ErrorEntry, facts: readonly string[]): string {
  const [slovak, english] = text;
  const list = [...facts.filter(Boolean), `Cause: ${cause}`, `Slovak: ${slovak}`, `English: ${english}`];
  return `### \`${code}\`\n\n${meaning}\n\n${list.map(line => `- ${line}`).join('\n')}`;
}

/** Describes the responses with a code: the statuses of all its errors, and the message of the first error. */
function describeResponses(code: string): string {
  const responses = Object.entries(ERROR_RESPONSES).filter(
    ([name]) => getPublicErrorCode(name as ErrorCode) === code,
  );
  const statuses = [...new Set(responses.map(([, [status]]) => status))].join(' or ');
  const [[, [, message]] = ['', [0, '']]] = responses;
  return message
    ? `Response: ${statuses}, \`${message}\``
    : `Response: ${statuses}, with the messages of the fields`;
}

/**
 * Describes the operations that can return a code. Operators' operations are named only if no other operation returns
 * the code.
 */
function describeOperations(operationIds: readonly string[]): string {
  const ofFrontends = operationIds.filter(name => !name.startsWith('operator'));
  const names = ofFrontends.length > 0 ? ofFrontends : operationIds;
  if (names.length === 0) return '';
  if (names.length > MAX_LISTED_OPERATIONS) return 'Operations: many';
  return `Operations: ${names.map(name => `\`${name}\``).join(', ')}`;
}

interface Response {
  readonly headers?: Readonly<Record<string, { readonly schema?: { readonly enum?: readonly string[] } }>>;
}

/** Lists the operations that can return each code. */
function listOperations({ paths }: OpenApi): ReadonlyMap<string, string[]> {
  const operations: OpenApiOperation[] = Object.values(paths).flatMap(methods => Object.values(methods));
  const names = new Map<string, string[]>();
  for (const { operationId, responses } of operations) {
    for (const { headers } of Object.values(responses as Record<string, Response>)) {
      for (const code of headers?.['X-Error-Code']?.schema?.enum ?? []) {
        names.set(code, [...(names.get(code) ?? []), operationId]);
      }
    }
  }
  return names;
}

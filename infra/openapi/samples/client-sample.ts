/** Samples for the typed client (infra/client). */
import type { ExampleRequest } from './example-request.ts';
import { listVariables, splitTemplate } from './variables.ts';
import { type ValueStyle, writeValue } from './write-value.ts';

/** Line that sets the variable `unique`, so that a registration can be repeated with other values. */
const SET_UNIQUE = 'const unique = String(Date.now()).slice(-6);\n';

/** Creates the call of a request with the client. Variables stand for tokens, ids and files. */
export function createClientSample(baseUrl: string, request: ExampleRequest): string {
  const { token } = request;
  const isUnique = listVariables(JSON.stringify(request.body ?? {})).includes('unique');
  const options = token ? `, token: () => ${token}` : '';
  return [
    "import { createClient } from 'trhovisko-posudkov-client';\n",
    `\nconst api = createClient({ baseUrl: '${baseUrl}'${options} });\n`,
    isUnique ? SET_UNIQUE : '',
    `\n${createCall(request)}`,
  ].join('');
}

function createCall(request: ExampleRequest): string {
  const { operationId, pathParameters, query = {}, body, files = {}, returnsData } = request;
  const call = `${returnsData ? 'const result = ' : ''}await api.${operationId}(`;
  const sentFiles = Object.entries(files).map(([field, { variable }]) => [field, `{{${variable}}}`]);
  const input = Object.entries({
    path: pathParameters,
    query,
    body: { ...body, ...Object.fromEntries(sentFiles) },
  }).filter(([, part]) => Object.keys(part).length > 0);
  const argument = input.length > 0 ? writeValue(Object.fromEntries(input), STYLE, call.length + 2) : '';
  return `${call}${argument});`;
}

const STYLE: ValueStyle = {
  writeText,
  writeMember: (name, value) => (name === value ? name : `${name}: ${value}`),
  lastComma: ',',
};

/** Writes a text: a single variable as its name, other texts with variables as template literals. */
function writeText(text: string): string {
  const parts = splitTemplate(text);
  const [before, variable = '', after] = parts;
  if (parts.length === 1) return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
  if (parts.length === 3 && !before && !after) return variable;
  return `\`${parts.map((part, index) => (index % 2 === 1 ? `\${${part}}` : part)).join('')}\``;
}

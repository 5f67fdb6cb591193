/** curl samples for bash and zsh. */
import type { ExampleRequest } from './example-request.ts';
import { listVariables, splitTemplate, toShellName } from './variables.ts';
import { type ValueStyle, writeValue } from './write-value.ts';

/** Line that sets the variable `UNIQUE`, so that a registration can be repeated with other values. */
const SET_UNIQUE = 'UNIQUE=$(date +%s | tail -c 7)\n';

/** Creates the curl command of a request. Variables of the shell stand for tokens and ids. */
export function createCurlSample(baseUrl: string, request: ExampleRequest): string {
  const body = createBodyArguments(request);
  const lines = [
    `curl ${createMethodArgument(request, body)}${quoteUrl(baseUrl, request)}`,
    ...(request.token ? [`-H "Authorization: Bearer $${toShellName(request.token)}"`] : []),
    ...body,
  ];
  const isUnique = listVariables(JSON.stringify(request.body ?? {})).includes('unique');
  return `${isUnique ? SET_UNIQUE : ''}${lines.join(' \\\n  ')}`;
}

function createMethodArgument({ method }: ExampleRequest, body: readonly string[]): string {
  if (method === 'HEAD') return '--head ';
  const defaultMethod = body.length > 0 ? 'POST' : 'GET';
  return method === defaultMethod ? '' : `-X ${method} `;
}

function quoteUrl(baseUrl: string, { path, query = {} }: ExampleRequest): string {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const url = `${baseUrl}${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
  return /[{?]/.test(url) ? `"${writeVariables(url)}"` : url;
}

const writeVariables = (text: string) =>
  splitTemplate(text)
    .map((part, index) => (index % 2 === 1 ? `$${toShellName(part)}` : part))
    .join('');

function createBodyArguments({ body, files }: ExampleRequest): string[] {
  if (!files) {
    return body
      ? ["-H 'Content-Type: application/json'", `-d ${quote(writeValue(body, JSON_STYLE, 5))}`]
      : [];
  }
  const textFields = Object.entries(body ?? {}).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return values.map(entry => `-F ${quote(`${name}=${writeFormValue(entry)}`)}`);
  });
  const fileFields = Object.entries(files).map(
    ([field, { name, mediaType }]) => `-F '${field}=@${name};type=${mediaType}'`,
  );
  return [...textFields, ...fileFields];
}

const JSON_STYLE: ValueStyle = {
  writeText: JSON.stringify,
  writeMember: (name, value) => `"${name}": ${value}`,
  lastComma: '',
};

const writeFormValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Quotes a text for the shell. A variable is in double quotes, between single-quoted parts. */
function quote(text: string): string {
  return splitTemplate(text)
    .map((part, index) =>
      index % 2 === 1 ? `"$${toShellName(part)}"` : part && `'${part.replaceAll("'", "'\\''")}'`,
    )
    .join('');
}

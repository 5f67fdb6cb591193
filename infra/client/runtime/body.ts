/** From one flat object to a path, a query and a body. */
import type { Route } from './api.ts';

export type Input = Readonly<Record<string, unknown>>;

/** The long names of scans, which a program need not spell. */
const LONG_NAMES: Readonly<Record<string, string>> = {
  front: 'verificationDocumentFront',
  back: 'verificationDocumentBack',
};

interface Split {
  /** With its query. */
  readonly path: string;
  /** What is left for the body. */
  readonly fields: Input;
}

/** Undefined is as if it were not there. */
export function split({ path, query = [], form }: Route, input: Input): Split {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const inPath = (name: string) => path.includes(`{${name}}`);
  const asked = given.filter(([name, value]) => query.includes(name) && value !== null);
  const search = new URLSearchParams(
    asked.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const fields = given.filter(([name]) => !inPath(name) && !query.includes(name));
  return {
    path: filled(path, input) + (search && `?${search}`),
    fields: Object.fromEntries(fields.map(([name, value]) => [(form && LONG_NAMES[name]) || name, value])),
  };
}

function filled(path: string, input: Input): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input[name];
    if (value === undefined || value === null || value === '') throw new TypeError(`${name} is missing`);
    return encodeURIComponent(String(value));
  });
}

/** JSON, or a form as soon as there is a file in it. */
export function bodyOf(fields: Input): string | FormData {
  return filesIn(fields).length > 0 ? formOf(fields) : JSON.stringify(fields);
}

export function filesIn(fields: Input): [field: string, file: Blob][] {
  return Object.entries(fields).filter((entry): entry is [string, Blob] => entry[1] instanceof Blob);
}

/** Objects and lists as JSON, as the service reads them (contract §1 "Multipart"). */
function formOf(fields: Input): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value, (value as File).name ?? name);
    else if (value !== null)
      form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return form;
}

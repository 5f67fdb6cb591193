/** Tests that processing time grows at most linearly with the length of the input (infra/docs/api/conventions.md). */
import { expect, it } from 'vitest';
import { DomainError, InvalidBodyError } from '../../lib/domain/errors.ts';
import type { HttpRequest } from '../../lib/http/request/request.ts';
import { createRequest } from '../support/create-request.ts';
import {
  type ExportedBody,
  fillAllFields,
  listExportedBodies,
  nestValue,
} from '../support/endpoint-bodies.ts';

const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data';
const URLENCODED = 'application/x-www-form-urlencoded';

/** Length of a short input in UTF-16 units. A long input is `LENGTH_FACTOR` times as long and exceeds all limits. */
const SHORT_LENGTH = 4_000;
const LENGTH_FACTOR = 8;

/**
 * Maximum growth of the processor time from a short to a long input. Quadratic code needs 64 times as long. The time of
 * a short input counts as at least `MIN_MICROSECONDS`, because shorter times are mostly noise.
 */
const MAX_TIME_FACTOR = 24;
const MIN_MICROSECONDS = 1_000;

const bodies = await listExportedBodies();

const hostileTexts: Record<string, (length: number) => string> = {
  'combining marks out of order': n => `a${'\u0301'.repeat(n / 2)}${'\u0323'.repeat(n / 2)}`,
  'a domain of combining marks': n => `a@a${'\u0301'.repeat(n / 2)}${'\u0323'.repeat(n / 2)}.sk`,
  'a domain of labels': n => `a@${'a.'.repeat(n / 2)}`,
  'a local part of dots': n => `${'a.'.repeat(n / 2)}@a.sk`,
  'a run of digits': n => '9'.repeat(n),
  'a very long phone number': n => `+421${'9 '.repeat(n / 2)}x`,
  'a phone number of spaces': n => `+${' '.repeat(n)}x`,
  'a very long IBAN': n => `SK${'3 '.repeat(n / 2)}`,
  'a very long upload key': n => `incoming/${'a-'.repeat(n / 2)}`,
  'a run of spaces': n => `x${' '.repeat(n)}x`,
  'open brackets': n => '['.repeat(n),
  'open objects': n => '{"a":'.repeat(n / 5),
  'a run of commas': n => `[${','.repeat(n)}]`,
  'a list as JSON': n => `[${'"x",'.repeat(n / 4)}"x"]`,
  'an object as JSON': n => `{${Array.from({ length: n / 10 }, (_, at) => `"key${at}":1`)}}`,
  'a run of quotes': n => '"\\'.repeat(n / 2),
};

const hostileValues: Record<string, (length: number) => unknown> = {
  'a long list': n => Array.from({ length: n / 4 }, () => 'x'),
  'a list of lists': n => Array.from({ length: n / 4 }, () => []),
  'a wide object': n => Object.fromEntries(Array.from({ length: n / 10 }, (_, at) => [`key${at}`, 'x'])),
  'a wide object of numbers': n =>
    Object.fromEntries(Array.from({ length: n / 10 }, (_, at) => [at * 1024, -1])),
};

const createJsonRequest = (value: unknown) => createRequest(JSON.stringify(value), JSON_TYPE);

const toBracketName = ([first, ...inner]: readonly string[]) =>
  `${first}${inner.map(key => `[${key}]`).join('')}`;

/**
 * Builders of requests by media type. They shorten values because a multipart part or a urlencoded pair holds at most
 * 64 KiB.
 */
const requestBuilders: Record<string, (path: readonly string[], value: unknown) => HttpRequest> = {
  [JSON_TYPE]: (path, value) => createJsonRequest(nestValue(path, value)),
  [MULTIPART]: (path, value) => {
    const head = `--b\r\nContent-Disposition: form-data; name="${toBracketName(path)}"`;
    return createRequest(
      `${head}\r\n\r\n${String(value).slice(0, 32_000)}\r\n--b--`,
      `${MULTIPART}; boundary=b`,
    );
  },
  [URLENCODED]: (path, value) =>
    createRequest(
      String(new URLSearchParams({ [toBracketName(path)]: String(value).slice(0, 32_000) })),
      URLENCODED,
    ),
};

const allFields = bodies.flatMap(form =>
  form.leaves.flatMap(leaf => form.mediaTypes.map(type => ({ form, type, ...leaf }))),
);
const isFirstOfItsKind = ({ schema, type }: (typeof allFields)[number], at: number) =>
  allFields.findIndex(other => other.schema === schema && other.type === type) === at;

const fieldAttacks = allFields.filter(isFirstOfItsKind).flatMap(({ form, path, type }) =>
  Object.entries({ ...hostileTexts, ...(type === JSON_TYPE && hostileValues) }).map(([what, make]) => ({
    form,
    name: `${path.join('.')}: ${what} as ${type}`,
    requestOf: (length: number) => requestBuilders[type]?.(path, make(length)) as HttpRequest,
  })),
);
const bodyAttacks = bodies.flatMap(form =>
  Object.entries(hostileValues).map(([what, make]) => ({
    form,
    name: `${form.name}: ${what} in every field`,
    requestOf: (length: number) =>
      createJsonRequest(fillAllFields(form.schema, make(length / form.leaves.length))),
  })),
);
const attacks = [...fieldAttacks, ...bodyAttacks];

it('the hostile inputs cover more than 12 request bodies and 500 combinations of field and input', () => {
  expect(bodies.length).toBeGreaterThan(12);
  expect(fieldAttacks.length).toBeGreaterThan(500);
});

it('every hostile input is rejected in linear time with errors of limited length', async () => {
  const failed: string[] = [];
  for (const { name, form, requestOf } of attacks) {
    const short = requestOf(SHORT_LENGTH);
    const long = requestOf(SHORT_LENGTH * LENGTH_FACTOR);
    const growth = async () =>
      (await measureCost(form, long)) / Math.max(await measureCost(form, short), MIN_MICROSECONDS);
    // Measures up to three times, because the garbage collector, for instance, can disturb a single measurement.
    const isLinear =
      (await growth()) < MAX_TIME_FACTOR ||
      (await growth()) < MAX_TIME_FACTOR ||
      (await growth()) < MAX_TIME_FACTOR;
    const rejection = await form.read(long).catch(error => error);
    const isRejected = rejection instanceof InvalidBodyError || rejection instanceof DomainError;
    const errors = JSON.stringify((rejection as InvalidBodyError).errors ?? {});
    if (!isLinear || !isRejected || errors.length >= 32_000) failed.push(name);
  }

  expect(failed).toEqual([]);
});

it('every field of every request body rejects a text of 4097 characters', async () => {
  const accepted: string[] = [];
  for (const { name, schema, leaves, read } of bodies) {
    const body = fillAllFields(schema, `a1${'a'.repeat(4095)}`);
    const { errors } = (await read(createJsonRequest(body)).catch(error => error)) as InvalidBodyError;
    const fields = leaves.map(({ path }) => path.join('.'));
    accepted.push(...fields.filter(field => !(field in errors)).map(field => `${name}: ${field}`));
  }

  expect(accepted).toEqual([]);
});

/** Measures the processor time of this thread in microseconds. */
async function measureCost({ read }: ExportedBody, request: HttpRequest): Promise<number> {
  const begun = process.threadCpuUsage();
  await read(request).catch(() => undefined);
  const { user, system } = process.threadCpuUsage(begun);
  return user + system;
}

/** Nothing a caller sends costs time that grows faster than its length (infra/docs/api/conventions.md). */
import { describe, expect, it } from 'vitest';
import { DomainError, InvalidBody } from '../../lib/domain/errors.ts';
import type { HttpRequest } from '../../lib/http/request/request.ts';
import { type ExportedBody, filled, listExportedBodies, nested } from '../support/forms.ts';
import { createRequest } from '../support/requests.ts';

const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data';
const URLENCODED = 'application/x-www-form-urlencoded';

/** UTF-16 units of one field, and how many times as many are sent then: where bounds hold no more. */
const FEW = 4_000;
const TIMES = 8;

/** What is quadratic takes 64 times as long. Below the floor the clock sees mostly noise. */
const MOST_GROWTH = 24;
const FLOOR_MICROSECONDS = 1_000;

const forms = await listExportedBodies();

const hostileTexts: Record<string, (length: number) => string> = {
  'marks out of order': n => `a${'\u0301'.repeat(n / 2)}${'\u0323'.repeat(n / 2)}`,
  'a domain of marks': n => `a@a${'\u0301'.repeat(n / 2)}${'\u0323'.repeat(n / 2)}.sk`,
  'a domain of labels': n => `a@${'a.'.repeat(n / 2)}`,
  'a local part of dots': n => `${'a.'.repeat(n / 2)}@a.sk`,
  'a run of digits': n => '9'.repeat(n),
  'a phone number without end': n => `+421${'9 '.repeat(n / 2)}x`,
  'a phone number of blanks': n => `+${' '.repeat(n)}x`,
  'an IBAN without end': n => `SK${'3 '.repeat(n / 2)}`,
  'a key without end': n => `incoming/${'a-'.repeat(n / 2)}`,
  blanks: n => `x${' '.repeat(n)}x`,
  'open brackets': n => '['.repeat(n),
  'open objects': n => '{"a":'.repeat(n / 5),
  commas: n => `[${','.repeat(n)}]`,
  'a list as JSON': n => `[${'"x",'.repeat(n / 4)}"x"]`,
  'an object as JSON': n => `{${Array.from({ length: n / 10 }, (_, at) => `"key${at}":1`)}}`,
  quotes: n => '"\\'.repeat(n / 2),
};

const hostileValues: Record<string, (length: number) => unknown> = {
  'a long list': n => Array.from({ length: n / 4 }, () => 'x'),
  'a list of lists': n => Array.from({ length: n / 4 }, () => []),
  'a wide object': n => Object.fromEntries(Array.from({ length: n / 10 }, (_, at) => [`key${at}`, 'x'])),
  'a wide object of numbers': n =>
    Object.fromEntries(Array.from({ length: n / 10 }, (_, at) => [at * 1024, -1])),
};

const inJson = (value: unknown) => createRequest(JSON.stringify(value), JSON_TYPE);

const toFlatFields = ([first, ...inner]: readonly string[]) =>
  `${first}${inner.map(key => `[${key}]`).join('')}`;

/** A part, and a pair, hold 64 KiB at most. */
const writers: Record<string, (path: readonly string[], value: unknown) => HttpRequest> = {
  [JSON_TYPE]: (path, value) => inJson(nested(path, value)),
  [MULTIPART]: (path, value) => {
    const head = `--b\r\nContent-Disposition: form-data; name="${toFlatFields(path)}"`;
    return createRequest(
      `${head}\r\n\r\n${String(value).slice(0, 32_000)}\r\n--b--`,
      `${MULTIPART}; boundary=b`,
    );
  },
  [URLENCODED]: (path, value) =>
    createRequest(
      String(new URLSearchParams({ [toFlatFields(path)]: String(value).slice(0, 32_000) })),
      URLENCODED,
    ),
};

const everyLeaf = forms.flatMap(form =>
  form.leaves.flatMap(leaf => form.mediaTypes.map(type => ({ form, type, ...leaf }))),
);
const isFirstOfItsKind = ({ schema, type }: (typeof everyLeaf)[number], at: number) =>
  everyLeaf.findIndex(other => other.schema === schema && other.type === type) === at;

const onFields = everyLeaf.filter(isFirstOfItsKind).flatMap(({ form, path, type }) =>
  Object.entries({ ...hostileTexts, ...(type === JSON_TYPE && hostileValues) }).map(([what, make]) => ({
    form,
    name: `${path.join('.')}: ${what} as ${type}`,
    requestOf: (length: number) => writers[type]?.(path, make(length)) as HttpRequest,
  })),
);
const onForms = forms.flatMap(form =>
  Object.entries(hostileValues).map(([what, make]) => ({
    form,
    name: `${form.name}: ${what} everywhere`,
    requestOf: (length: number) => inJson(filled(form.schema, make(length / form.leaves.length))),
  })),
);
const attacks = [...onFields, ...onForms];

describe('request bodies of all endpoints', () => {
  it('finds the request bodies of all endpoints', () => {
    expect(forms.length).toBeGreaterThan(12);
    expect(onFields.length).toBeGreaterThan(500);
  });

  it.each(attacks)('rejects within linear time the input $name', async ({ form, requestOf }) => {
    const few = await costOf(form, requestOf(FEW));
    const many = await costOf(form, requestOf(FEW * TIMES));
    const refused = await form.read(requestOf(FEW * TIMES)).catch(error => error);

    expect(many / Math.max(few, FLOOR_MICROSECONDS)).toBeLessThan(MOST_GROWTH);
    expect(refused instanceof InvalidBody || refused instanceof DomainError).toBe(true);
    expect(JSON.stringify((refused as InvalidBody).errors ?? {}).length).toBeLessThan(32_000);
  });

  it.each(forms.map(form => [form.name, form] as const))(
    '%s rejects text of 4097 characters in every field',
    async (_, form) => {
      const refused = await form
        .read(inJson(filled(form.schema, `a1${'a'.repeat(4095)}`)))
        .catch(error => error);

      expect(Object.keys((refused as InvalidBody).errors)).toEqual(
        expect.arrayContaining(form.leaves.map(({ path }) => path.join('.'))),
      );
    },
  );
});

/** The median of three, in microseconds of this thread: what else the machine does is not counted. */
async function costOf({ read }: ExportedBody, request: HttpRequest): Promise<number> {
  const costs: number[] = [];
  for (let run = 0; run < 3; run++) {
    const begun = process.threadCpuUsage();
    await read(request).catch(() => undefined);
    const { user, system } = process.threadCpuUsage(begun);
    costs.push(user + system);
  }
  return costs.sort((a, b) => a - b)[1] ?? 0;
}

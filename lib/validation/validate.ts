/**
 * Runs a form's schema and says all that is wrong with it at once (spec §7.3, contract §1 "422").
 *
 * The messages stand in the schemas; here they get their dot paths, their order (that of the table
 * the schema copies, a parent before its members), and the members of an object that is absent.
 */
import * as v from 'valibot';
import { Invalid } from '../domain/errors.ts';
import { onTheDayOf } from './calendar.ts';
import { memberOf, shapeOf } from './shape.ts';
import { missing, slovak } from './slovak.ts';
import { tidy } from './tidy.ts';

export interface Finding {
  readonly path: readonly string[];
  readonly message: string;
}

/** A rule between fields. Sees the tidied fields even when some of them fail rules of their own. */
export type Check = (fields: Readonly<Record<string, unknown>>) => readonly Finding[];

export type FormSchema<Entries extends v.ObjectEntries = v.ObjectEntries> = v.ObjectSchema<
  Entries,
  v.ErrorMessage<v.ObjectIssue>
>;

/** An object with one line per row of its spec table. */
export function members<const Entries extends v.ObjectEntries>(entries: Entries): FormSchema<Entries> {
  return v.object(entries, ({ path }) => (path ? missing(String(path.at(-1)?.key)) : slovak.shape));
}

/**
 * @param now decides who is of age
 * @throws Invalid with every message on its field
 */
export function validate<Entries extends v.ObjectEntries>(
  schema: FormSchema<Entries>,
  input: unknown,
  now: Date,
  checks: readonly Check[] = [],
): v.InferOutput<FormSchema<Entries>> {
  const form = tidy(schema, input) as Record<string, unknown>;
  return onTheDayOf(now, () => {
    const result = v.safeParse(schema, form);
    const findings = [
      ...(result.success ? [] : explain(schema, form)),
      ...explain(members(blanked(schema, input, form)), {}),
      ...checks.flatMap(check => check(form)),
    ];
    if (result.success && findings.length === 0) return result.output;
    throw new Invalid(byField(inTableOrder(schema, findings)));
  });
}

/** The fields that were sent blank although they hold something that can only be changed. */
function blanked(schema: FormSchema, input: unknown, form: Record<string, unknown>): v.ObjectEntries {
  const sent = typeof input === 'object' && input !== null ? input : {};
  const blank = Object.entries(schema.entries).filter(
    ([key, { type }]) => type === 'exact_optional' && Object.hasOwn(sent, key) && form[key] === undefined,
  );
  return Object.fromEntries(blank.map(([key, entry]) => [key, shapeOf(entry).schema as v.GenericSchema]));
}

/** Every issue; an absent object is followed by what its members would say if it were empty. */
function explain(schema: v.GenericSchema<unknown, unknown>, input: unknown): Finding[] {
  const { issues = [] } = v.safeParse(schema, input);
  return issues.flatMap(issue => {
    const path = (issue.path ?? []).map(({ key }) => String(key));
    const found = { path, message: issue.message };
    const inner = issue.input === undefined && path.reduce<typeof schema | undefined>(step, schema);
    if (!inner || !shapeOf(inner).entries) return [found];
    return [found, ...explain(shapeOf(inner).schema, {}).map(f => ({ ...f, path: [...path, ...f.path] }))];
  });
}

function step(schema: v.GenericSchema<unknown, unknown> | undefined, key: string) {
  return schema && memberOf(schema, key);
}

function inTableOrder(schema: v.GenericSchema<unknown, unknown>, findings: readonly Finding[]): Finding[] {
  const ranked = findings.map(finding => ({ finding, rank: rankOf(schema, finding.path) }));
  return ranked.sort((a, b) => compare(a.rank, b.rank)).map(({ finding }) => finding);
}

function rankOf(schema: v.GenericSchema<unknown, unknown>, [key, ...rest]: readonly string[]): number[] {
  if (key === undefined) return [];
  const { entries } = shapeOf(schema);
  const inner = memberOf(schema, key);
  return [entries ? Object.keys(entries).indexOf(key) : Number(key), ...(inner ? rankOf(inner, rest) : [])];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, index) => rank !== b[index]);
  return at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

function byField(findings: readonly Finding[]): Record<string, string[]> {
  const errors = new Map<string, Set<string>>();
  for (const { path, message } of findings) {
    const field = path.join('.');
    errors.set(field, (errors.get(field) ?? new Set()).add(message));
  }
  return Object.fromEntries([...errors].map(([field, messages]) => [field, [...messages]]));
}

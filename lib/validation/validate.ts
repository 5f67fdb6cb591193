/**
 * Validation of request bodies, which reports all errors at once (infra/docs/api/validation.md).
 *
 * The messages come from the schemas. This file adds their dot paths, sorts them in the order of the schema's fields
 * (parents before members), and adds the errors for the members of an absent object.
 */
import * as v from 'valibot';
import { InvalidBodyError } from '../domain/errors.ts';
import { withCurrentTime } from './calendar.ts';
import { normalizeInput } from './normalize.ts';
import { describeShape, findMember } from './shape.ts';
import { missingMessage, slovak } from './slovak.ts';

export interface FieldIssue {
  readonly path: readonly string[];
  readonly message: string;
}

/** A rule that involves several fields. It receives the normalised fields even when some of them are invalid. */
export type FieldsCheck = (fields: Readonly<Record<string, unknown>>) => readonly FieldIssue[];

export type BodySchema<Entries extends v.ObjectEntries = v.ObjectEntries> = v.ObjectSchema<
  Entries,
  v.ErrorMessage<v.ObjectIssue>
>;

/** Creates the schema of an object, with the message for a missing object. */
export function objectSchema<const Entries extends v.ObjectEntries>(entries: Entries): BodySchema<Entries> {
  return v.object(entries, ({ path }) => (path ? missingMessage(String(path.at(-1)?.key)) : slovak.shape));
}

/**
 * Normalises and validates a request body.
 *
 * @param now current time, for the age check
 * @throws InvalidBodyError with all messages by field
 */
export function validate<Entries extends v.ObjectEntries>(
  schema: BodySchema<Entries>,
  input: unknown,
  now: Date,
  checks: readonly FieldsCheck[] = [],
): v.InferOutput<BodySchema<Entries>> {
  const form = normalizeInput(schema, input) as Record<string, unknown>;
  return withCurrentTime(now, () => {
    const result = v.safeParse(schema, form);
    const findings = [
      ...(result.success ? [] : toFieldIssues(schema, result.issues)),
      ...checks.flatMap(check => check(form)),
    ];
    if (result.success && findings.length === 0) return result.output;
    throw new InvalidBodyError(groupByField(sortBySchema(schema, findings)), form);
  });
}

/**
 * Converts Valibot's issues to field issues. An issue about an absent object is followed by the issues that the members
 * of an empty object would have.
 */
function toFieldIssues(
  schema: v.GenericSchema<unknown, unknown>,
  issues: readonly v.BaseIssue<unknown>[],
): FieldIssue[] {
  return issues.flatMap(issue => {
    const path = (issue.path ?? []).map(({ key }) => String(key));
    const isAbsent = (issue.input ?? null) === null;
    const found = { path, message: issue.input === null ? missingMessage(path.at(-1) ?? '') : issue.message };
    const inner = isAbsent && path.reduce<typeof schema | undefined>(step, schema);
    if (!inner || !describeShape(inner).entries) return [found];
    const { schema: absent } = describeShape(inner);
    const members = toFieldIssues(absent, v.safeParse(absent, {}).issues ?? []);
    return [found, ...members.map(member => ({ ...member, path: [...path, ...member.path] }))];
  });
}

function step(schema: v.GenericSchema<unknown, unknown> | undefined, key: string) {
  return schema && findMember(schema, key);
}

function sortBySchema(
  schema: v.GenericSchema<unknown, unknown>,
  findings: readonly FieldIssue[],
): FieldIssue[] {
  const ranked = findings.map(finding => ({ finding, rank: rankOf(schema, finding.path) }));
  return ranked.sort((a, b) => compare(a.rank, b.rank)).map(({ finding }) => finding);
}

function rankOf(schema: v.GenericSchema<unknown, unknown>, [key, ...rest]: readonly string[]): number[] {
  if (key === undefined) return [];
  const { entries } = describeShape(schema);
  const inner = findMember(schema, key);
  return [entries ? Object.keys(entries).indexOf(key) : Number(key), ...(inner ? rankOf(inner, rest) : [])];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, index) => rank !== b[index]);
  return at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

function groupByField(findings: readonly FieldIssue[]): Record<string, string[]> {
  const errors = new Map<string, Set<string>>();
  for (const { path, message } of findings) {
    const field = path.join('.');
    errors.set(field, (errors.get(field) ?? new Set()).add(message));
  }
  return Object.fromEntries([...errors].map(([field, messages]) => [field, [...messages]]));
}

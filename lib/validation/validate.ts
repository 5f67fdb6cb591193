/**
 * Validation of request bodies, which reports all errors at once (infra/docs/api/validation.md).
 *
 * The messages come from the schemas. This file adds the fields' dot paths, sorts the messages in the order of the
 * schema's fields (parents before members), and adds the errors for the members of an absent object.
 */
import * as v from 'valibot';
import { InvalidBodyError } from '../domain/errors.ts';
import { withCurrentTime } from './calendar.ts';
import { normalizeInput } from './normalize.ts';
import { describeShape, findMember } from './shape.ts';
import { getMissingMessage, slovakMessages } from './slovak.ts';

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
  return v.object(entries, ({ path }) =>
    path ? getMissingMessage(String(path.at(-1)?.key)) : slovakMessages.shape,
  );
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
  const fields = normalizeInput(schema, input) as Record<string, unknown>;
  return withCurrentTime(now, () => {
    const result = v.safeParse(schema, fields);
    const fieldIssues = [
      ...(result.success ? [] : toFieldIssues(schema, result.issues)),
      ...checks.flatMap(check => check(fields)),
    ];
    if (result.success && fieldIssues.length === 0) return result.output;
    throw new InvalidBodyError(groupByField(sortBySchema(schema, fieldIssues)), fields);
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
    const fieldIssue = {
      path,
      message: issue.input === null ? getMissingMessage(path.at(-1) ?? '') : issue.message,
    };
    const schemaAtPath = isAbsent && path.reduce<typeof schema | undefined>(findNextSchema, schema);
    if (!schemaAtPath || !describeShape(schemaAtPath).entries) return [fieldIssue];
    const { schema: absentSchema } = describeShape(schemaAtPath);
    const members = toFieldIssues(absentSchema, v.safeParse(absentSchema, {}).issues ?? []);
    return [fieldIssue, ...members.map(member => ({ ...member, path: [...path, ...member.path] }))];
  });
}

function findNextSchema(schema: v.GenericSchema<unknown, unknown> | undefined, key: string) {
  return schema && findMember(schema, key);
}

function sortBySchema(
  schema: v.GenericSchema<unknown, unknown>,
  findings: readonly FieldIssue[],
): FieldIssue[] {
  const ranked = findings.map(finding => ({ finding, rank: getRank(schema, finding.path) }));
  return ranked.sort((a, b) => compareRanks(a.rank, b.rank)).map(({ finding }) => finding);
}

function getRank(schema: v.GenericSchema<unknown, unknown>, [key, ...rest]: readonly string[]): number[] {
  if (key === undefined) return [];
  const { entries } = describeShape(schema);
  const inner = findMember(schema, key);
  return [entries ? Object.keys(entries).indexOf(key) : Number(key), ...(inner ? getRank(inner, rest) : [])];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const position = a.findIndex((rank, index) => rank !== b[index]);
  return position === -1 ? a.length - b.length : (a[position] ?? 0) - (b[position] ?? -1);
}

function groupByField(findings: readonly FieldIssue[]): Record<string, string[]> {
  const errors = new Map<string, Set<string>>();
  for (const { path, message } of findings) {
    const field = path.join('.');
    errors.set(field, (errors.get(field) ?? new Set()).add(message));
  }
  return Object.fromEntries([...errors].map(([field, messages]) => [field, [...messages]]));
}

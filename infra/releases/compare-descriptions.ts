/** Changes between two API descriptions, and whether they break callers (infra/docs/api/versioning.md#compatible-changes). */
import {
  type Field,
  type FieldsByPath,
  flattenSchema,
  LOWER_BOUNDS,
  UPPER_BOUNDS,
} from './flatten-schema.ts';
import type { ReducedDescription, ReducedOperation, ReducedResponse } from './reduce-description.ts';

export interface ApiChange {
  readonly isBreaking: boolean;
  readonly operationId: string;
  /** Path of the operation without `/api/v1`. */
  readonly path: string;
  /** Name of the changed field, parameter, value or error code; empty if the operation as a whole changed. */
  readonly name: string;
  /** Sentence about the change, without the operation. */
  readonly text: string;
}

type Report = (isBreaking: boolean, name: string, text: string) => void;

interface Described {
  readonly route: string;
  readonly operation: ReducedOperation;
}

export function compareDescriptions(before: ReducedDescription, after: ReducedDescription): ApiChange[] {
  const changes: ApiChange[] = [];
  const [oldOperations, newOperations] = [listOperations(before), listOperations(after)];
  for (const [route, { operation }] of newOperations) {
    if (oldOperations.has(route)) continue;
    const { operationId } = operation;
    changes.push({
      isBreaking: false,
      operationId,
      path: toPath(route),
      name: '',
      text: `${route} was added.`,
    });
  }
  for (const [route, { operation }] of oldOperations) {
    const newOperation = newOperations.get(route)?.operation;
    const { operationId } = operation;
    const report: Report = (isBreaking, name, text) =>
      changes.push({ isBreaking, operationId, path: toPath(route), name, text });
    if (!newOperation) report(true, '', `${route} was removed.`);
    else compareOperations(operation, newOperation, [before, after], report);
  }
  return changes;
}

const toPath = (route: string) => route.replace(/^[A-Z]+ (?:\/api\/v1)?/, '');

function listOperations({ paths }: ReducedDescription): ReadonlyMap<string, Described> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const route = `${method.toUpperCase()} ${path}`;
      return [route, { route, operation }] as const;
    }),
  );
  return new Map(operations);
}

function compareOperations(
  before: ReducedOperation,
  after: ReducedOperation,
  [oldApi, newApi]: readonly [ReducedDescription, ReducedDescription],
  report: Report,
): void {
  if (before.operationId !== after.operationId)
    report(true, after.operationId, 'The operation has another name.');
  if (!before.deprecated && after.deprecated) report(false, '', 'The operation is deprecated.');
  const [oldAccess, newAccess] = [before, after].map(({ security }) => JSON.stringify(security));
  if (oldAccess !== newAccess) report(true, '', 'The authentication has changed.');
  compareLists(before['x-requires'], after['x-requires'], {
    added: name => report(true, name, `The caller must be ${name}.`),
    removed: name => report(false, name, `The caller need not be ${name} any more.`),
  });
  compareRequestFields(listParameters(before, oldApi), listParameters(after, newApi), 'parameter', report);
  compareRequestFields(listBodyFields(before, oldApi), listBodyFields(after, newApi), 'field', report);
  compareResponses(before, after, [oldApi, newApi], report);
}

function listParameters({ parameters }: ReducedOperation, { components }: ReducedDescription): FieldsByPath {
  return new Map(
    parameters.flatMap(({ name, required = false, schema }) =>
      [...flattenSchema(schema, components.schemas)].map(([path, field]) => [
        path ? `${name}.${path}` : name,
        { ...field, isRequired: required },
      ]),
    ),
  );
}

function listBodyFields({ requestBody }: ReducedOperation, { components }: ReducedDescription): FieldsByPath {
  const [content] = Object.values(requestBody?.content ?? {});
  if (!content) return new Map();
  const fields = new Map(flattenSchema(content.schema, components.schemas));
  fields.delete('');
  return fields;
}

function compareRequestFields(before: FieldsByPath, after: FieldsByPath, kind: string, report: Report): void {
  for (const [name, field] of after) {
    if (before.has(name)) continue;
    // A required member of a new object breaks no caller, because callers do not send the object yet.
    const isInNewObject = [...after.keys()].some(parent => isInside(name, parent) && !before.has(parent));
    const isBreaking = field.isRequired && !isInNewObject;
    report(isBreaking, name, `The ${field.isRequired ? 'required' : 'optional'} ${kind} ${name} was added.`);
  }
  for (const [name, field] of before) {
    const newField = after.get(name);
    if (!newField) report(true, name, `The ${kind} ${name} was removed.`);
    else compareRequestField(name, field, newField, report);
  }
}

const isInside = (path: string, parent: string) =>
  path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`);

function compareRequestField(name: string, before: Field, after: Field, report: Report): void {
  if (before.isRequired !== after.isRequired)
    report(after.isRequired, name, `${name} is ${after.isRequired ? 'required' : 'optional'} now.`);
  compareLists([...before.types], [...after.types], {
    added: type => report(before.types.has('any'), name, `${name} may be ${type} now.`),
    removed: type => report(!after.types.has('any'), name, `${name} may not be ${type} any more.`),
  });
  compareValues(before, after, {
    added: value => report(false, value, `${name} takes the value ${value}.`),
    removed: value => report(true, value, `${name} does not take the value ${value} any more.`),
    limited: () => report(true, name, `${name} takes only listed values now.`),
  });
  for (const keyword of [...LOWER_BOUNDS, ...UPPER_BOUNDS]) {
    const [oldBound, newBound] = [before.bounds[keyword], after.bounds[keyword]];
    if (oldBound === newBound) continue;
    const direction = LOWER_BOUNDS.includes(keyword) ? 1 : -1;
    const isTighter =
      newBound !== undefined && (oldBound === undefined || (newBound - oldBound) * direction > 0);
    report(isTighter, name, `${keyword} of ${name} is ${newBound ?? 'unlimited'} now.`);
  }
}

function compareResponses(
  before: ReducedOperation,
  after: ReducedOperation,
  [oldApi, newApi]: readonly [ReducedDescription, ReducedDescription],
  report: Report,
): void {
  compareLists(listStatuses(before), listStatuses(after), {
    added: status => report(false, status, `The status ${status} was added.`),
    removed: status => report(true, status, `The status ${status} was removed.`),
  });
  for (const [status, response] of Object.entries(before.responses)) {
    const newResponse = after.responses[status];
    if (!newResponse) continue;
    compareLists(listCodes(response, oldApi), listCodes(newResponse, newApi), {
      added: code => report(false, code, `The error code ${code} was added.`),
      removed: code => report(true, code, `The error code ${code} was removed.`),
    });
    compareResponseFields(listFields(response, oldApi), listFields(newResponse, newApi), status, report);
  }
}

/** Lists the statuses of an operation. Ranges such as `4XX` stand for statuses that are not described one by one. */
const listStatuses = ({ responses }: ReducedOperation): string[] =>
  Object.keys(responses).filter(status => /^\d{3}$/.test(status));

const listCodes = ({ headers = {} }: ReducedResponse, { components }: ReducedDescription): string[] => {
  const { schema } = headers['X-Error-Code'] ?? {};
  return schema ? [...(flattenSchema(schema, components.schemas).get('')?.values ?? [])] : [];
};

function listFields({ content = {} }: ReducedResponse, { components }: ReducedDescription): FieldsByPath {
  const [{ schema } = { schema: undefined }] = Object.values(content);
  return schema ? flattenSchema(schema, components.schemas) : new Map();
}

function compareResponseFields(
  before: FieldsByPath,
  after: FieldsByPath,
  status: string,
  report: Report,
): void {
  for (const name of after.keys()) {
    if (name && !before.has(name)) report(false, name, `${name} was added to the response ${status}.`);
  }
  for (const [name, field] of before) {
    const newField = after.get(name);
    if (!newField) report(true, name, `${name || 'The body'} was removed from the response ${status}.`);
    else compareResponseField(name || 'the body', field, newField, report);
  }
}

function compareResponseField(name: string, before: Field, after: Field, report: Report): void {
  if (before.isRequired !== after.isRequired)
    report(before.isRequired, name, `${name} is ${after.isRequired ? 'always' : 'not always'} present now.`);
  compareLists([...before.types], [...after.types], {
    added: type => report(!before.types.has('any'), name, `${name} can be ${type} now.`),
    removed: type => report(after.types.has('any'), name, `${name} is never ${type} now.`),
  });
  // Callers must expect new values, and no caller breaks when a value is no longer sent.
  compareValues(before, after, {
    added: value => report(false, value, `${name} can have the value ${value}.`),
    removed: value => report(false, value, `${name} never has the value ${value} now.`),
    limited: () => report(false, name, `${name} has only listed values now.`),
  });
}

interface ListChanges {
  added(name: string): void;
  removed(name: string): void;
}

function compareLists(before: readonly string[], after: readonly string[], changes: ListChanges): void {
  for (const name of after) if (!before.includes(name)) changes.added(name);
  for (const name of before) if (!after.includes(name)) changes.removed(name);
}

function compareValues(before: Field, after: Field, changes: ListChanges & { limited(): void }): void {
  if (!before.values && after.values) changes.limited();
  if (before.values && after.values) compareLists([...before.values], [...after.values], changes);
}

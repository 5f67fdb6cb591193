/**
 * The operators' commands, derived from the operations of the operators' API (infra/docs/api/operators.md). Facts that
 * the API description does not contain are in `exceptions.ts`.
 */
import { ARGUMENT_FIELDS, COMMAND_NAMES, SUBJECT_LIST_COMMANDS } from './exceptions.ts';
import type { OperatorOperation, Schema } from './operation.ts';
import operations from './operations.json' with { type: 'json' };

/** Values of fields by the names of the fields. */
export type Values = Readonly<Record<string, unknown>>;

/** A parameter of an operation, or a value in its request body. */
export interface Field {
  /** Name of the parameter, or the path in the body in camel case: `companyTaxId`. */
  readonly name: string;
  readonly place: string;
  /** Names of the objects that contain the value, and its own name. */
  readonly path: readonly string[];
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** Records that a command concerns. Another command (`command`) lists records, and `equalFields` selects among them. */
interface Subject {
  readonly command: OperatorCommand;
  /** Names of fields, by the member of a listed record that must equal the value of the field. */
  readonly equalFields: Readonly<Record<string, string>>;
}

export interface OperatorCommand extends OperatorOperation {
  readonly name: string;
  /** Schema of the record in the response, or of a record of the list. */
  readonly schema: Schema;
  readonly fields: readonly Field[];
  /** Values that the command sends besides those of its options. */
  readonly fixedValues: Values;
  /** Fields that the operator sets. */
  readonly options: readonly Field[];
  /** Name of the field in `options` that is a positional argument. */
  readonly argument: string | undefined;
  readonly subject?: Subject | undefined;
}

/** Derives the commands of operations. An operation has one command, or one for each value of a filter. */
export function deriveCommands(operations: readonly OperatorOperation[]): OperatorCommand[] {
  const commands = operations.flatMap(operation => {
    const fields = listFields(operation);
    return Object.entries(nameCommands(operation, fields)).map(([name, fixedValues]) =>
      createCommand(operation, name, fields, fixedValues),
    );
  });
  return commands.map(command => ({ ...command, subject: findSubject(command, commands) }));
}

export const isList = ({ data }: OperatorOperation): boolean => data?.type === 'array';

/** Returns whether the command shows one record of a list, by its id. */
export const isRecordOfList = (command: OperatorCommand): boolean =>
  isList(command) && command.argument === 'id';

/** Returns whether a command exports data in pages. Its requests have the cursor in the body. */
export const isExport = ({ fields }: OperatorCommand): boolean => fields.some(isBodyCursor);

const isBodyCursor = ({ name, place }: Field) => name === 'cursor' && place === 'body';

/** Splits a name in camel case into words in lower case. */
export const splitName = (name: string): string[] => name.split(/(?=[A-Z])/).map(word => word.toLowerCase());

function listFields({ parameters, body }: OperatorOperation): Field[] {
  const parameterFields = parameters.map(({ name, in: place, required, schema }) => {
    return { name, place, path: [name], isRequired: required, schema };
  });
  return [...parameterFields, ...(body ? listBodyFields(body, [], true) : [])];
}

function listBodyFields(schema: Schema, parents: readonly string[], areRequired: boolean): Field[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([key, member]) => {
    const path = [...parents, key];
    const isRequired = areRequired && required.includes(key);
    if (member.properties) return listBodyFields(member, path, isRequired);
    return { name: joinWords(path), place: 'body', path, isRequired, schema: member };
  });
}

const joinWords = ([first = '', ...others]: readonly string[]) =>
  first + others.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');

/**
 * Names the commands of an operation, with the values that each command always sends. A list with an enumeration as its
 * filter has one command for each value. A list with an optional id also has a command that shows the record with this
 * id.
 */
function nameCommands(
  operation: OperatorOperation,
  fields: readonly Field[],
): Readonly<Record<string, Values>> {
  const group = getGroup(operation);
  const filter = fields.find(({ schema }) => isList(operation) && schema.enum);
  const id = fields.find(({ name, isRequired }) => isList(operation) && name === 'id' && !isRequired);
  const others = fields.filter(field => field !== id);
  const filterNames = filter?.schema.enum?.map(value => [
    `${group} ${value}`,
    { id: undefined, [filter.name]: value },
  ]);
  return {
    ...(COMMAND_NAMES[operation.operationId] ??
      (filterNames ? Object.fromEntries(filterNames) : { [`${group} ${deriveVerb(operation, group)}`]: {} })),
    ...(id && { [`${group} show`]: Object.fromEntries(others.map(({ name }) => [name, undefined])) }),
  };
}

const getGroup = ({ path }: OperatorOperation) => path.split('/')[1] ?? '';

/** Derives the second word of a command: `end-sessions` from `operatorEndSessions`, `lock` from `operatorLockUser`. */
function deriveVerb({ operationId }: OperatorOperation, group: string): string {
  const nouns = [group, group.replace(/ies$/, 'y'), group.replace(/s$/, '')];
  const [, ...words] = splitName(operationId);
  return words.filter(word => !nouns.includes(word)).join('-');
}

function createCommand(
  operation: OperatorOperation,
  name: string,
  fields: readonly Field[],
  fixedValues: Values,
): OperatorCommand {
  const isSetByProgram = (field: Field) =>
    field.name in fixedValues || field.name === 'dryRun' || isBodyCursor(field);
  const options = fields.filter(field => !isSetByProgram(field));
  const argument = ARGUMENT_FIELDS[operation.operationId] ?? 'id';
  return {
    ...operation,
    name,
    schema: operation.data?.items ?? operation.data ?? {},
    fields,
    fixedValues,
    options: options.map(field => (field.name === argument ? { ...field, isRequired: true } : field)),
    argument: options.find(field => field.name === argument)?.name,
  };
}

/** Finds the command that reads the records which a command concerns. */
function findSubject(command: OperatorCommand, commands: readonly OperatorCommand[]): Subject | undefined {
  const find = (wanted: string) => commands.find(({ name }) => name === wanted);
  const [list = '', equalFields = {}] = SUBJECT_LIST_COMMANDS[command.operationId] ?? [];
  const found = find(list);
  if (found) return { command: found, equalFields };
  const group = getGroup(command);
  const shown = find(`${group} show`);
  if (!command.path.startsWith(`/${group}/{id}`) || shown?.operationId === command.operationId)
    return undefined;
  if (shown) return { command: shown, equalFields: {} };
  const all = find(`${group} list`);
  return all && { command: all, equalFields: { id: 'id' } };
}

/** All commands of the operators' API. */
export const COMMANDS = deriveCommands(operations);

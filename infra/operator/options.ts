/** Options and arguments of the command line, derived from the fields of an operation. */
import { Argument, InvalidArgumentError, Option } from 'commander';
import { createTitle } from './columns.ts';
import { type Field, splitName } from './commands.ts';
import { OPTION_TEXTS } from './exceptions.ts';
import type { Schema } from './operation.ts';

export const createArgument = (field: Field): Argument =>
  restrictValues(new Argument(field.name, describeField(field)), field.schema);

/**
 * Creates an option for a field. A boolean becomes a flag, an array takes several texts, any other field takes one
 * text.
 */
export function createOption(field: Field): Option {
  const { schema, name, isRequired } = field;
  const isFlag = schema.type === 'boolean';
  const value = isFlag ? '[flag]' : schema.items ? '<text...>' : '<text>';
  const option = new Option(`--${splitName(name).join('-')} ${value}`, describeField(field));
  return restrictValues(isFlag ? option.preset('true') : option, schema).makeOptionMandatory(isRequired);
}

const describeField = ({ name, schema }: Field): string =>
  OPTION_TEXTS[name] ?? schema.description ?? `${createTitle([name])}.`;

function restrictValues<Target extends Argument | Option>(target: Target, schema: Schema): Target {
  const { enum: choices, type, format } = schema.items ?? schema;
  if (choices) return target.choices(choices) as Target;
  const parse = PARSERS[format ?? type ?? ''] ?? parseText;
  const parseItem = (text: string, previous: unknown) => [...((previous as unknown[]) ?? []), parse(text)];
  return target.argParser(schema.items ? parseItem : parse) as Target;
}

/**
 * Creates a parser that converts texts.
 * @throws InvalidArgumentError when a text does not match the pattern
 */
const createParser =
  (pattern: RegExp, message: string, convert: (text: string) => unknown) =>
  (text: string): unknown => {
    if (pattern.test(text)) return convert(text);
    throw new InvalidArgumentError(message);
  };

/**
 * Rejects a blank text, because the API treats it as absent. A refund with a blank reference, for example, would end
 * without money for the client.
 */
const parseText = createParser(/\S/, 'A value is not blank.', String);

/** Parsers of values, by the format or type of a field. Amounts may have a decimal comma. */
const PARSERS: Readonly<Record<string, typeof parseText>> = {
  boolean: createParser(/^(true|false)$/, 'A flag is true or false.', text => text === 'true'),
  integer: createParser(/^\d+$/, 'A number is whole, like 15.', Number),
  number: createParser(/^\d+([.,]\d{1,2})?$/, 'An amount is a number of euros, like 50 or 50.00.', text =>
    Number(text.replace(',', '.')),
  ),
  uuid: createParser(
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    'An id has 36 characters, like 0198c0de-7a31-7c4e-9d52-3f6a1b2c4d5e.',
    text => text.toLowerCase(),
  ),
};

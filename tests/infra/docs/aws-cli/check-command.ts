/** Checks a command of the AWS CLI against the CLI's own models (models.json, written by write-models.py). */
import { readFileSync } from 'node:fs';
import type { Word } from './shell-commands.ts';

interface Shape {
  readonly type: string;
  readonly enum?: readonly string[];
  readonly members?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly member?: Shape;
  readonly value?: Shape;
}

type Parameters = Readonly<Record<string, Shape & { readonly isRequired: boolean }>>;

interface Models {
  readonly operations: Readonly<Record<string, Parameters>>;
  readonly waiters: Readonly<Record<string, readonly string[]>>;
}

const MODELS: Models = JSON.parse(readFileSync(new URL('models.json', import.meta.url), 'utf8'));

/** Options of every command that take a value. */
const GLOBAL_OPTIONS = new Set(['region', 'output', 'query', 'profile']);
/** Options that the CLI itself adds to operations with pages. */
const PAGING_OPTIONS = new Set(['max-items', 'page-size', 'starting-token']);

/** Commands of the CLI that are no operations of a service, with their options. A value is `true` for a flag. */
const CUSTOM_COMMANDS: Readonly<Record<string, Readonly<Record<string, 'value' | 'values' | 'flag'>>>> = {
  's3 cp': {
    recursive: 'flag',
    'metadata-directive': 'value',
    'content-type': 'value',
    'cache-control': 'value',
  },
  's3 sync': { exclude: 'value', 'cache-control': 'value' },
  's3 rm': { recursive: 'flag' },
  's3 rb': { force: 'flag' },
  's3 ls': {},
  'cloudfront create-invalidation': { 'distribution-id': 'value', paths: 'values' },
  'cloudformation deploy': {
    'stack-name': 'value',
    'template-file': 'value',
    capabilities: 'values',
    'parameter-overrides': 'values',
  },
};

/** @throws Error that says what is wrong with the command */
export function checkCommand([, service, command, ...rest]: readonly Word[]): void {
  if (!service || !command) throw new Error('the command has no operation');
  const name = `${service.text} ${command.text}`;
  const custom = CUSTOM_COMMANDS[name];
  if (custom) checkCustomCommand(name, custom, rest);
  else if (command.text === 'wait') checkWaiter(service.text, rest);
  else checkOperation(service.text, command.text, rest);
}

function checkOperation(service: string, command: string, words: readonly Word[]): void {
  const name = `${service} ${command}`;
  const parameters = MODELS.operations[`${service}:${command}`];
  if (!parameters) throw new Error(`${name} is not in models.json: add it with write-models.py`);
  const options = readOptions(words);
  for (const [option, values] of options) {
    if (GLOBAL_OPTIONS.has(option) || PAGING_OPTIONS.has(option)) continue;
    const shape = parameters[option] ?? parameters[option.replace(/^no-/, '')];
    if (!shape) throw new Error(`${name} has no parameter --${option}`);
    checkValues(`${name} --${option}`, shape, values);
  }
  for (const [option, { isRequired }] of Object.entries(parameters))
    if (isRequired && !options.has(option)) throw new Error(`${name} needs --${option}`);
}

function checkCustomCommand(
  name: string,
  known: Readonly<Record<string, string>>,
  words: readonly Word[],
): void {
  const firstOption = words.findIndex(({ text }) => text.startsWith('--'));
  for (const [option, values] of readOptions(firstOption < 0 ? [] : words.slice(firstOption))) {
    if (GLOBAL_OPTIONS.has(option)) continue;
    const kind = known[option];
    if (!kind) throw new Error(`${name} has no option --${option}`);
    if (kind !== 'flag' && values.length === 0) throw new Error(`${name} --${option} needs a value`);
  }
}

function checkWaiter(service: string, [waiter, ...rest]: readonly Word[]): void {
  if (!waiter || !MODELS.waiters[service]?.includes(waiter.text))
    throw new Error(`${service} cannot wait for ${waiter?.text}`);
  const options = readOptions(rest);
  if (!options.has('table-name')) throw new Error(`${service} wait needs --table-name`);
}

function readOptions(words: readonly Word[]): Map<string, Word[]> {
  const options = new Map<string, Word[]>();
  let values: Word[] | undefined;
  for (const word of words) {
    if (/^--[a-z]/.test(word.text)) {
      values = [];
      options.set(word.text.slice(2), values);
    } else {
      if (!values) throw new Error(`${word.text} belongs to no option`);
      values.push(word);
    }
  }
  return options;
}

function checkValues(name: string, shape: Shape, values: readonly Word[]): void {
  if (shape.type === 'boolean') {
    if (values.length > 0) throw new Error(`${name} takes no value`);
    return;
  }
  if (values.length === 0) throw new Error(`${name} needs a value`);
  if (values.length > 1 && shape.type !== 'list') throw new Error(`${name} takes one value`);
  for (const { text, isLiteral } of values) {
    if (/^[[{]/.test(text)) checkJson(name, shape, JSON.parse(text.replaceAll(/\$\w+/g, 'x')));
    else if (shape.type === 'structure' || (shape.type === 'list' && shape.member?.type === 'structure'))
      checkShorthand(name, shape.member ?? shape, text);
    else if (isLiteral) checkScalar(name, shape.member ?? shape, text);
  }
}

/** Checks `Name=value,Name=value`, the CLI's short form of a structure. */
function checkShorthand(name: string, shape: Shape, text: string): void {
  for (const [, key = ''] of text.matchAll(/(?:^|,)(\w+)=/g))
    if (!shape.members?.[key]) throw new Error(`${name} has no member ${key}`);
  for (const key of shape.required ?? [])
    if (!text.includes(`${key}=`)) throw new Error(`${name} needs the member ${key}`);
}

function checkJson(name: string, shape: Shape, value: unknown): void {
  if (shape.type === 'any') return;
  if (shape.type === 'list') {
    if (!Array.isArray(value)) throw new Error(`${name} is a list`);
    for (const each of value) checkJson(name, shape.member as Shape, each);
  } else if (shape.type === 'structure' || shape.type === 'map') {
    if (typeof value !== 'object' || value === null) throw new Error(`${name} is an object`);
    for (const [key, member] of Object.entries(value)) {
      const inner = shape.type === 'map' ? shape.value : shape.members?.[key];
      if (!inner) throw new Error(`${name} has no member ${key}`);
      checkJson(`${name} ${key}`, inner, member);
    }
    for (const key of shape.required ?? [])
      if (!(key in value)) throw new Error(`${name} needs the member ${key}`);
  } else if (typeof value === 'string') checkScalar(name, shape, value);
}

function checkScalar(name: string, { type, enum: choices }: Shape, text: string): void {
  if (choices && !choices.includes(text)) throw new Error(`${name} cannot be ${text}`);
  if ((type === 'integer' || type === 'long') && !/^-?\d+$/.test(text))
    throw new Error(`${name} is a number`);
}

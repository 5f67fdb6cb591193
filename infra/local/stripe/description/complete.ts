/** Gives an object every member that Stripe's objects of its kind have. */
import { description } from './description.ts';

type Members = Readonly<Record<string, unknown>>;

const DEFAULTS: Members = { currency: 'eur', livemode: false, metadata: {} };

/**
 * Adds what is missing: a default, null, or an empty object or list. An object of a kind that Stripe's
 * library does not describe is returned as it is.
 * @throws Error when a member has a value that Stripe's objects never have
 */
export function complete(kind: string, own: Members): Members {
  const table = description.members[kind];
  return table ? { ...own, ...completeMembers(kind, table, '', own) } : own;
}

function completeMembers(
  kind: string,
  table: Readonly<Record<string, string>>,
  path: string,
  own: Members,
): Members {
  const names = Object.keys(table).filter(
    name => name.startsWith(path) && !name.slice(path.length).includes('.'),
  );
  const members = names.map(name => {
    const [type = '', nullable] = (table[name] ?? '').split(/( or null)$/);
    const given = own[name.slice(path.length)];
    const value = given ?? DEFAULTS[name] ?? (nullable ? null : emptyValue(type));
    if (value === null ? !nullable : !hasType(type, value)) {
      throw new Error(`${kind}.${name} cannot be ${JSON.stringify(value)}, its type is ${type}.`);
    }
    const isNested = Object.keys(table).some(other => other.startsWith(`${name}.`));
    const whole =
      isNested && isObject(value) ? { ...value, ...completeMembers(kind, table, `${name}.`, value) } : value;
    return [name.slice(path.length), whole];
  });
  return Object.fromEntries(members);
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

const emptyValue = (type: string) => (type === 'object' ? {} : type === 'array' ? [] : undefined);

/** An included object may stand where its id would. */
function hasType(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object' || type === 'list') return isObject(value);
  if (['string', 'number', 'boolean'].includes(type)) return typeof value === type;
  return typeof value === 'string' && type.split('|').includes(value);
}

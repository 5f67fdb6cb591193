/** Completes objects of the emulator, so that they have all members that Stripe's objects have. */
import { description } from './description.ts';

type Members = Readonly<Record<string, unknown>>;

const DEFAULTS: Members = { currency: 'eur', livemode: false, metadata: {} };

/**
 * Adds missing members. The added values are defaults, null, empty objects or empty lists. Objects of a kind that
 * Stripe's library does not describe are returned unchanged.
 *
 * @throws Error when a member has a value that Stripe's objects never have
 */
export function addMissingMembers(kind: string, givenMembers: Members): Members {
  const memberTypes = description.members[kind];
  return memberTypes
    ? { ...givenMembers, ...completeMembers(kind, memberTypes, '', givenMembers) }
    : givenMembers;
}

function completeMembers(
  kind: string,
  memberTypes: Readonly<Record<string, string>>,
  path: string,
  givenMembers: Members,
): Members {
  const names = Object.keys(memberTypes).filter(
    name => name.startsWith(path) && !name.slice(path.length).includes('.'),
  );
  const members = names.map(name => {
    const [type = '', nullable] = (memberTypes[name] ?? '').split(/( or null)$/);
    const given = givenMembers[name.slice(path.length)];
    const value = given ?? DEFAULTS[name] ?? (nullable ? null : emptyValue(type));
    if (value === null ? !nullable : !hasType(type, value)) {
      throw new Error(`${kind}.${name} cannot be ${JSON.stringify(value)}, its type is ${type}.`);
    }
    const isNested = Object.keys(memberTypes).some(other => other.startsWith(`${name}.`));
    const completeValue =
      isNested && isObject(value)
        ? { ...value, ...completeMembers(kind, memberTypes, `${name}.`, value) }
        : value;
    return [name.slice(path.length), completeValue];
  });
  return Object.fromEntries(members);
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

const emptyValue = (type: string) => (type === 'object' ? {} : type === 'array' ? [] : undefined);

/** Returns whether a value has the type that the description names. */
function hasType(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object' || type === 'list') return isObject(value);
  if (['string', 'number', 'boolean'].includes(type)) return typeof value === type;
  return typeof value === 'string' && type.split('|').includes(value);
}

/** Gives an object every member that Stripe's objects of its kind have: what nothing is known of is null. */
import { description } from './description.ts';

type Members = Readonly<Record<string, unknown>>;

/** Throws when a member is lacking that cannot be null, or one has a value that Stripe would never give. */
export function complete<T extends Members>(kind: string, own: T): T {
  const table = description.members[kind];
  if (!table) throw new Error(`Nothing is known of the object ${kind}.`);
  return { ...own, ...within(kind, table, '', own) };
}

function within(kind: string, table: Readonly<Record<string, string>>, path: string, own: Members): Members {
  const names = Object.keys(table).filter(
    name => name.startsWith(path) && !name.slice(path.length).includes('.'),
  );
  const members = names.map(name => {
    const [plain = '', mayBeNull] = (table[name] ?? '').split(/( or null)$/);
    const isOwn = Object.keys(table).some(other => other.startsWith(`${name}.`));
    const given = own[name.slice(path.length)];
    const value = given ?? (mayBeNull ? null : emptyOf(plain));
    if (value === null ? !mayBeNull : !fits(plain, value))
      throw new Error(`${kind}.${name} cannot be ${JSON.stringify(value)}, it is ${plain}.`);
    const whole = isOwn && isMembers(value) ? { ...value, ...within(kind, table, `${name}.`, value) } : value;
    return [name.slice(path.length), whole];
  });
  return Object.fromEntries(members);
}

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

const emptyOf = (kind: string) => (kind === 'object' ? {} : kind === 'array' ? [] : undefined);

/** An expanded object stands where its id would. */
function fits(kind: string, value: unknown): boolean {
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'object' || kind === 'list') return isMembers(value);
  if (['string', 'number', 'boolean'].includes(kind)) return typeof value === kind;
  return typeof value === 'string' && kind.split('|').includes(value);
}

/**
 * Returns the members with these names, in this order. Views list members by name, so that a new property of a record
 * is never exposed by accident. The order is fixed, because DynamoDB maps do not preserve the order of members.
 */
export function pick<Value extends object, Name extends keyof Value>(
  value: Value,
  ...names: readonly Name[]
): Pick<Value, Name> {
  return Object.fromEntries(names.map(name => [name, value[name]])) as Pick<Value, Name>;
}

/** Converts cents to euros; null stays null. */
export const toEuros = <Cents extends number | null>(cents: Cents) =>
  (cents === null ? null : cents / 100) as Cents extends null ? null : number;

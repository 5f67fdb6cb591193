/**
 * IAM conditions that limit a role to partitions of the table, and to attributes of items. The conditions restrict
 * `dynamodb:LeadingKeys`, the partition keys in a request (infra/decisions/0011-roles.md), and `dynamodb:Attributes`
 * (infra/decisions/0030-write-permissions.md).
 */

interface PartitionGroup {
  readonly names: string[];
  readonly keys: string[];
  readonly attributes?: string[];
  /** Values of `ReturnValues` that an update may have. */
  readonly returned?: string[];
}

/**
 * Groups actions that are allowed on the same partitions, so that each action appears in exactly one statement. IAM
 * checks all keys of a BatchGetItem against one statement. If the action were in two statements, IAM would deny a
 * request with keys of both statements. An action on certain attributes can have a statement of its own, because a
 * request with such an action is never part of a batch or a transaction.
 * @param table actions by partition key
 */
export function groupPartitionsByActions(table: Record<string, string[]>) {
  const groups: Map<string, PartitionGroup> = new Map();
  for (const need of new Set(Object.values(table).flat())) {
    const keys = Object.keys(table).filter(key => table[key]?.includes(need));
    const { name, attributes, returned } = readAction(need);
    const group = [...keys, ...(attributes ? [need] : [])].join();
    const { names } = groups.get(group) ?? { names: [] };
    groups.set(group, { names: [...names, name], keys, ...(attributes && { attributes, returned }) });
  }
  return [...groups.values()];
}

/** Splits `UpdateItem(a, b) ALL_NEW` into the action, the attributes and the values that it may return. */
function readAction(need: string) {
  const [, name = need, attributes, returned = 'NONE'] = /^(\w+)\((.+)\)(?: (\w+))?$/.exec(need) ?? [];
  return { name, attributes: attributes?.split(/, */), returned: [...new Set(['NONE', returned])] };
}

/**
 * Creates the IAM condition that a request contains at least one partition key, and no keys except the given ones. A
 * separate part of the condition requires a key, because `ForAllValues` is also true for a request without keys. If
 * attributes are given, the request may name only these attributes and the primary key.
 * @param returned values of `ReturnValues` that an update may have
 * @param isRead whether the action is a query, which must select the attributes by name
 */
export const createPartitionCondition = (
  keys: string[],
  attributes?: string[],
  returned?: string[],
  isRead = false,
) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys },
  Null: { 'dynamodb:LeadingKeys': 'false', ...(attributes && { 'dynamodb:Attributes': 'false' }) },
  ...(attributes && {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', ...attributes] },
    ...(isRead
      ? { StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' } }
      : { StringEqualsIfExists: { 'dynamodb:ReturnValues': returned } }),
  }),
});

/**
 * IAM conditions that limit a role to partitions of the table. The conditions restrict `dynamodb:LeadingKeys`, the
 * partition keys in a request (infra/decisions/0011-roles.md).
 */

/**
 * Groups actions that are allowed on the same partitions, so that each action appears in exactly one statement. IAM
 * checks all keys of a BatchGetItem against one statement. If the action were in two statements, IAM would deny a
 * request with keys of both statements.
 *
 * @param {Record<string, string[]>} table actions by partition key
 */
function groupPartitionsByActions(table) {
  /** @type {Map<string, { names: string[], keys: string[] }>} */
  const groups = new Map();
  for (const name of new Set(Object.values(table).flat())) {
    const keys = Object.keys(table).filter(key => table[key]?.includes(name));
    const { names } = groups.get(keys.join()) ?? { names: [] };
    groups.set(keys.join(), { names: [...names, name], keys });
  }
  return [...groups.values()];
}

/**
 * Creates the IAM condition that a request contains at least one partition key, and no keys except the given ones. A
 * separate part of the condition requires the one key, because `ForAllValues` is also true for a request without keys.
 *
 * @param {string[]} keys
 */
const createPartitionCondition = keys => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

module.exports = { groupPartitionsByActions, createPartitionCondition };

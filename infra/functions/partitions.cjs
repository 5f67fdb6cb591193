/**
 * Whose items a role reaches: IAM's `dynamodb:LeadingKeys`, the partition keys that a request names
 * (infra/decisions/0011-roles.md).
 */

/**
 * Each action once, with all its partitions: a BatchGetItem is judged by all its keys together, so that
 * two statements, each for some of them, would not let it through.
 *
 * @param {Record<string, string[]>} table
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
 * ForAllValues holds for a request without any key too, hence the second condition.
 *
 * @param {string[]} keys
 */
const createPartitionCondition = keys => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

module.exports = { groupPartitionsByActions, createPartitionCondition };

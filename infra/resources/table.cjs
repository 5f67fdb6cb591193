/**
 * The table of the stack (table.yml), for the `resources` section of serverless.yml. A stage that has adopted a restored
 * table can release the former one: it leaves the stack and, because of its `DeletionPolicy`, stays in the account.
 *
 * @typedef {import('../functions/index.cjs').Serverless} Serverless
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { parse } = require('yaml');
const { readStage } = require('../functions/stage.cjs');

/** @param {Serverless} serverless */
async function table({ resolveConfigurationProperty }) {
  const { restoredTable } = await readStage(resolveConfigurationProperty);
  if (restoredTable?.isFormerReleased) return { Resources: {} };
  return parse(readFileSync(join(__dirname, 'table.yml'), 'utf8'));
}

module.exports = { table };

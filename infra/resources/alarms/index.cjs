/**
 * Alarms that notify the operator when they go off and, except for those on events, when they end.
 *
 * @typedef {import('../../functions/index.cjs').Serverless} Serverless
 */
const { listEntries } = require('../../functions/index.cjs');
const { readStage } = require('../../functions/stage.cjs');
const { createEventAlarms } = require('./event-alarms.cjs');
const { createFunctionAlarms } = require('./function-alarms.cjs');
const { createJobAlarms } = require('./job-alarms.cjs');
const { MAIL_ALARMS } = require('./mail-alarms.cjs');
const { createOperatorAlarms } = require('./operator-alarms.cjs');
const { createRequestAlarms } = require('./request-alarms.cjs');
const { createRouteAlarms } = require('./route-alarms.cjs');
const { createTableAlarms } = require('./table-alarms.cjs');

/**
 * Creates the alarms of the part that is being packaged, for the `resources` section of serverless.yml.
 *
 * @param {Serverless} serverless
 */
async function alarms({ resolveConfigurationProperty }) {
  const stage = await readStage(resolveConfigurationProperty);
  const { STAGE, MALWARE_SCAN } = stage.settings;
  const entries = listEntries(stage);
  const create = {
    state: () => ({ ...MAIL_ALARMS, ...createTableAlarms({ 'Fn::GetAtt': ['TableValue', 'Value'] }) }),
    api: () => ({
      ...createJobAlarms(STAGE),
      ...createRequestAlarms(`Testimony/${STAGE}`),
      ...createEventAlarms(STAGE, MALWARE_SCAN === 'true'),
      ...createFunctionAlarms(entries),
      ...createRouteAlarms(entries, `Testimony/${STAGE}`),
    }),
    operators: () => createOperatorAlarms(entries),
  };
  return { Resources: create[/** @type {keyof typeof create} */ (stage.part)]() };
}

module.exports = { alarms };

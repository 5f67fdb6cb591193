/**
 * Alarms that notify the operator when they go off and, except for those on events, when they end.
 *
 * @typedef {import('../../functions/index.cjs').Serverless} Serverless
 */
const { listEntries } = require('../../functions/index.cjs');
const { getTable, readStage } = require('../../functions/stage.cjs');
const { createEventAlarms } = require('./event-alarms.cjs');
const { createFunctionAlarms } = require('./function-alarms.cjs');
const { createJobAlarms } = require('./job-alarms.cjs');
const { MAIL_ALARMS } = require('./mail-alarms.cjs');
const { createRequestAlarms } = require('./request-alarms.cjs');
const { createRouteAlarms } = require('./route-alarms.cjs');

/**
 * Creates the alarms, for the `resources` section of serverless.yml.
 *
 * @param {Serverless} serverless
 */
async function alarms({ resolveConfigurationProperty }) {
  const stage = await readStage(resolveConfigurationProperty);
  const { STAGE, MALWARE_SCAN } = stage.settings;
  const entries = listEntries(stage);
  return {
    Resources: {
      ...createJobAlarms(STAGE),
      ...createRequestAlarms(`Testimony/${STAGE}`),
      ...MAIL_ALARMS,
      ...createEventAlarms(STAGE, MALWARE_SCAN === 'true'),
      ...createFunctionAlarms(entries, getTable(stage).name),
      ...createRouteAlarms(entries, `Testimony/${STAGE}`, STAGE),
    },
  };
}

module.exports = { alarms };

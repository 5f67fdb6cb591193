/**
 * Alarms of a stage. They notify a topic when they go off, and never when they end: a new alarm becomes OK at its first
 * evaluation. A rule reports the end of those that page.
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
      ...createFunctionAlarms(entries),
      ...createRouteAlarms(entries, `Testimony/${STAGE}`, STAGE),
    }),
    operators: () => ({
      ...createOperatorAlarms(entries),
      ...createEventAlarms(STAGE, MALWARE_SCAN === 'true'),
    }),
  };
  return { Resources: addEndRule(create[/** @type {keyof typeof create} */ (stage.part)]()) };
}

/**
 * Adds the rule that writes a ticket when a state that paged has ended, if the part has such alarms.
 *
 * @param {Record<string, import('./alarm-templates.cjs').Urgency>} alarms
 */
function addEndRule(alarms) {
  const states = Object.keys(alarms).filter(name => alarms[name]?.pages === 'state');
  const resources = Object.entries(alarms).map(([name, { pages: _, ...alarm }]) => [name, alarm]);
  return {
    ...Object.fromEntries(resources),
    ...(states.length > 0 && { EndedPages: createEndRule(states) }),
  };
}

/**
 * Creates the rule that publishes to the topic Tickets when a paging alarm on a state returns to OK.
 *
 * @param {string[]} states names of alarms
 */
const createEndRule = states => ({
  Type: 'AWS::Events::Rule',
  Properties: {
    EventPattern: {
      source: ['aws.cloudwatch'],
      'detail-type': ['CloudWatch Alarm State Change'],
      resources: states.map(name => ({ 'Fn::GetAtt': [name, 'Arn'] })),
      detail: { state: { value: ['OK'] }, previousState: { value: ['ALARM'] } },
    },
    Targets: [
      {
        Id: 'tickets',
        Arn: { Ref: 'Tickets' },
        InputTransformer: {
          InputPathsMap: { alarm: '$.detail.alarmName', time: '$.time' },
          InputTemplate: '"The alarm <alarm> ended at <time>."',
        },
      },
    ],
  },
});

module.exports = { alarms };

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

/** Alarms on a state that cannot wait: money, dead jobs, 5xx responses and jobs that are not run. */
const PAGING_STATES = [
  ...['DeadJobsAlarm', 'OldestOpenJobAlarm', 'PostponedMoneyAlarm', 'PostponedJobsAlarm'],
  ...['ServerErrorsAlarm', 'AccessRoutesAlarm', 'SaleRoutesAlarm', 'WebhooksAlarm'],
];

/** Alarms on events that cannot wait. Their end only means that no further event came within five minutes. */
const PAGING_EVENTS = [
  ...['DisputesAlarm', 'UnbalancedPaymentsAlarm', 'SessionMismatchesAlarm', 'ManualRefundsFailedAlarm'],
  ...['InvalidItemsAlarm', 'OperatorServerErrorsAlarm'],
];

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
      ...createRouteAlarms(entries, `Testimony/${STAGE}`, STAGE),
      EndedPages: createEndRule(),
    }),
    operators: () => createOperatorAlarms(entries),
  };
  return { Resources: addTopics(create[/** @type {keyof typeof create} */ (stage.part)]()) };
}

/**
 * Adds to each alarm the topic that it notifies.
 *
 * @param {Record<string, { Type: string, Properties: object }>} resources
 */
function addTopics(resources) {
  const pages = new Set([...PAGING_STATES, ...PAGING_EVENTS]);
  return Object.fromEntries(
    Object.entries(resources).map(([name, resource]) => {
      if (resource.Type !== 'AWS::CloudWatch::Alarm') return [name, resource];
      const AlarmActions = [{ Ref: pages.has(name) ? 'Alarms' : 'Tickets' }];
      return [name, { ...resource, Properties: { ...resource.Properties, AlarmActions } }];
    }),
  );
}

/** Creates the rule that publishes to the topic Tickets when a paging alarm on a state returns to OK. */
const createEndRule = () => ({
  Type: 'AWS::Events::Rule',
  Properties: {
    EventPattern: {
      source: ['aws.cloudwatch'],
      'detail-type': ['CloudWatch Alarm State Change'],
      resources: PAGING_STATES.map(name => ({ 'Fn::GetAtt': [name, 'Arn'] })),
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

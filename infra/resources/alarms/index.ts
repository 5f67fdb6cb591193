/**
 * Alarms of a stage. An alarm notifies a topic when it goes off, but not when it ends, because a new alarm changes to
 * OK at its first evaluation. For alarms that page, a rule reports the end.
 */

import { listEntries } from '../../functions/index.ts';
import { readStage } from '../../functions/stage.ts';
import type { Serverless } from '../../parts/serverless.ts';
import type { Urgency } from './alarm-templates.ts';
import { createEventAlarms } from './event-alarms.ts';
import { createFunctionAlarms } from './function-alarms.ts';
import { createJobAlarms } from './job-alarms.ts';
import { MAIL_ALARMS } from './mail-alarms.ts';
import { createRequestAlarms } from './request-alarms.ts';
import { createTableAlarms } from './table-alarms.ts';

/** Creates the alarms of the part that is being packaged, for the `resources` section of serverless.yml. */
export async function alarms({ resolveConfigurationProperty }: Serverless) {
  const stage = await readStage(resolveConfigurationProperty);
  const { STAGE, MALWARE_SCAN } = stage.settings;
  const create = {
    state: () => ({ ...MAIL_ALARMS, ...createTableAlarms({ 'Fn::GetAtt': ['TableValue', 'Value'] }) }),
    api: () => ({
      ...createJobAlarms(STAGE),
      ...createRequestAlarms(`Testimony/${STAGE}`),
      ...createFunctionAlarms(listEntries(stage)),
    }),
    operators: () => createEventAlarms(STAGE, MALWARE_SCAN === 'true'),
  };
  return { Resources: addEndRule(create[stage.part as keyof typeof create]()) };
}

/** Adds the rule that creates a ticket when a paging alarm on a state ends, if the part has such alarms. */
function addEndRule(alarms: Record<string, Urgency & { readonly Type: string }>) {
  const states = Object.keys(alarms).filter(name => alarms[name]?.pages === 'state');
  const resources = Object.entries(alarms).map(([name, { pages: _, ...alarm }]) => [name, alarm]);
  return {
    ...Object.fromEntries(resources),
    ...(states.length > 0 && { EndedPages: createEndRule(states) }),
  };
}

/**
 * Creates the rule that publishes to the topic Tickets when a paging alarm on a state returns to OK.
 * @param states names of alarms
 */
const createEndRule = (states: string[]) => ({
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

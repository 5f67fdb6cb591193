/** Tests of single checks of the smoke test, with fake AWS clients. */
import { ConditionalCheckFailedException, DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, vi } from 'vitest';
import { type CheckContext, SMOKE_CHECKS } from '../../../infra/smoke/checks.ts';
import type { DeployedStage } from '../../../infra/smoke/deployed-stage.ts';
import { createSampleAccounts } from '../../../infra/smoke/sample-accounts.ts';
import { DAY } from '../../../lib/durations.ts';
import { startFakeServer } from '../../support/fake-server.ts';

const runCheck = (name: string, stage: object, commit = '') =>
  SMOKE_CHECKS.find(check => check.name === name)?.run({ stage, commit } as unknown as CheckContext);

const ORIGIN = 'https://www.example.sk';

it.each([
  ['only the allowed origin', 204, (origin: string) => (origin === ORIGIN ? origin : undefined), undefined],
  ['no origin, with 405', 405, () => undefined, `the preflight request of ${ORIGIN} gets 405`],
  ['no origin', 204, () => undefined, `the preflight request of ${ORIGIN} allows null`],
  ['every origin', 204, (origin: string) => origin, 'the preflight request of another origin allows'],
])(
  'the check of preflight requests accepts only an API that allows one origin: %s, %i',
  async (_, status, allow, message) => {
    const api = await startFakeServer(({ headers }) => {
      const allowed = allow(String(headers.origin));
      return { status, headers: allowed ? { 'access-control-allow-origin': allowed } : {} };
    });
    const context = { url: api.url, origins: [ORIGIN] } as unknown as CheckContext;
    const run = SMOKE_CHECKS.find(({ name }) => name === 'preflight')?.run(context);

    if (message) await expect(run).rejects.toThrow(message);
    else await run;
  },
);

it('the check of expired items fails if an item expired more than three days ago, even when the check is repeated', async () => {
  let item: { expiresAt: { N: string } } | undefined;
  const send = async (command: { input: { Item: typeof item } }) => {
    if (command instanceof DescribeTimeToLiveCommand)
      return { TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAt' } };
    if (item) throw new ConditionalCheckFailedException({ Item: item, message: '', $metadata: {} });
    item = command.input.Item;
    return {};
  };
  const run = () => runCheck('TTL', { dynamodb: { send } });

  await run();
  vi.setSystemTime(Date.now() + 2 * DAY);
  await run();
  vi.setSystemTime(Date.now() + 2 * DAY);
  await expect(run()).rejects.toThrow('an item that expired 4 days ago is still there');
  vi.useRealTimers();
});

it.each([
  ['<SubscriptionArn>PendingConfirmation</SubscriptionArn>', 'has no confirmed subscription'],
  ['<SubscriptionArn>arn:aws:sns:eu-central-1:1:Alarms:1</SubscriptionArn>', undefined],
])('the check of the alarm with the subscription %s fails with: %s', async (subscription, message) => {
  const bodies = {
    DescribeAlarms:
      '<AlarmActions><member>arn:aws:sns:eu-central-1:1:Alarms</member></AlarmActions><AlarmName>x<',
    ListSubscriptionsByTopic: subscription,
    DescribeAlarmHistory: 'Successfully executed action',
  };
  const aws = await startFakeServer(({ body }) => {
    const action = new URLSearchParams(`${body}`).get('Action') as keyof typeof bodies;
    return { status: 200, body: bodies[action] ?? '' };
  });
  vi.stubEnv('AWS_ENDPOINT_URL', aws.url);
  const run = runCheck('alarm', { name: 'sandbox', region: 'eu-central-1' });

  if (message) await expect(run).rejects.toThrow(message);
  else await run;
  vi.unstubAllEnvs();
});

it.each([
  ['arn:aws:sns:eu-central-1:1:Tickets:1', undefined],
  ['PendingConfirmation', 'Tickets has no confirmed subscription'],
  [
    'arn:aws:sns:eu-central-1:1:Tickets:1</SubscriptionArn><SubscriptionArn>PendingConfirmation',
    'Tickets waits for a confirmation',
  ],
])('the check of a topic Tickets with the subscription %s fails with: %s', async (subscription, message) => {
  const aws = await startFakeServer(({ body }) => {
    const { Action, TopicArn = '' } = Object.fromEntries(new URLSearchParams(`${body}`));
    const arn = TopicArn.endsWith('Tickets') ? subscription : `${TopicArn}:1`;
    const topics =
      '<member>arn:aws:sns:eu-central-1:1:Alarms</member><member>arn:aws:sns:eu-central-1:1:Tickets</member>';
    return {
      status: 200,
      body: Action === 'DescribeAlarms' ? topics : `<SubscriptionArn>${arn}</SubscriptionArn>`,
    };
  });
  vi.stubEnv('AWS_ENDPOINT_URL', aws.url);
  const run = runCheck('subscriptions', { name: 'production', region: 'eu-central-1' });

  if (message) await expect(run).rejects.toThrow(message);
  else await run;
  vi.unstubAllEnvs();
});

it.each([
  ['', undefined],
  ['<AlarmName>testimony-production-jobs-DeadJobsAlarm</AlarmName>', 'DeadJobsAlarm'],
])('the check of the alarms with the active alarms "%s" fails with: %s', async (body, message) => {
  const aws = await startFakeServer(() => ({ status: 200, body }));
  vi.stubEnv('AWS_ENDPOINT_URL', aws.url);
  const run = runCheck('alarms', { name: 'production', region: 'eu-central-1' });

  if (message) await expect(run).rejects.toThrow(message);
  else await run;
  expect(`${aws.calls[0]?.body}`).toContain('StateValue=ALARM');
  vi.unstubAllEnvs();
});

const HEAD = '0123456789abcdef0123456789abcdef01234567';

it.each([
  [HEAD, HEAD, undefined],
  [HEAD, 'ffff', 'Expected values'],
  [`${HEAD}-dirty`, `${HEAD}-dirty`, 'the working copy is'],
  ['unknown', 'unknown', 'the working copy is unknown'],
])(
  'the check of the commit %s against the deployed commit %s fails with: %s',
  async (commit, deployed, message) => {
    const commits: DeployedStage['commits'] = {
      state: commit,
      api: deployed,
      jobs: commit,
      operators: commit,
    };
    const run = runCheck('commit', { commits }, commit);

    if (message) await expect(run).rejects.toThrow(message);
    else await run;
  },
);

it('the smoke test closes an account when the next one cannot be created', async () => {
  const respond = (data: object) => ({ status: 200, body: JSON.stringify({ data }) });
  const api = await startFakeServer(({ method, path }) => {
    if (path === '/api/v1/auth/register/expert') return { status: 503, body: '{}' };
    if (method === 'DELETE') return { status: 204 };
    return respond({ id: '1', email: 'a@b.sk', token: 'token' });
  });

  await expect(createSampleAccounts(api.url, 'klienti.sk')).rejects.toThrow();
  expect(api.calls.map(({ method, path }) => `${method} ${path}`).at(-1)).toBe('DELETE /api/v1/me');
});

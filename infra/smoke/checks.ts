/**
 * Checks of a deployed stage for what no emulator can prove: decisions of IAM, policies of S3, expiry, the malware
 * scan and the delivery of alarms. The order matters: later checks depend on what earlier checks did with the accounts.
 */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import {
  ConditionalCheckFailedException,
  DescribeTimeToLiveCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { DAY_SECONDS, MINUTE } from '../../lib/durations.ts';
import { isProblem } from '../client/runtime/problem.ts';
import { callService, type DeployedStage, TESTED_ALARM } from './deployed-stage.ts';
import type { SampleAccounts } from './sample-accounts.ts';

/** Input of a check: the API with an operator's credentials, the accounts, and the resources of the stage. */
export interface CheckContext {
  /** The commit of the working copy. */
  readonly commit: string;
  /** @throws Error when the accounts could not be created */
  readonly accounts: SampleAccounts;
  readonly askOperator: (path: string) => Promise<unknown>;
  readonly operatorsUrl: string;
  readonly url: string;
  /** Origins whose scripts may call the API, from the file of the stage. */
  readonly origins: readonly string[];
  /** Resources of the stage; undefined for the local stack. */
  readonly stage?: DeployedStage;
}

/** Error of a check that only AWS can pass, when it runs against the local stack. */
export class SkippedError extends Error {}

/** Error of a check whose feature is turned off in the deployed stage. */
export class UnprovenError extends Error {}

export interface SmokeCheck {
  readonly name: string;
  readonly proves: string;
  /** Whether the check changes nothing, so that it also runs against production. */
  readonly isReadOnly?: true;
  run(context: CheckContext): Promise<void>;
}

interface DocumentLinks {
  readonly front: { readonly url: string } | null;
}

const POLL_MS = 2000;

/**
 * Calls a function until its result is not undefined.
 * @throws Error when the result is still undefined after the given number of minutes
 */
async function poll<Answer>(
  minutes: number,
  what: string,
  ask: () => Promise<Answer | undefined>,
): Promise<Answer> {
  for (const deadline = Date.now() + minutes * MINUTE; Date.now() < deadline; await wait(POLL_MS)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  throw new Error(`${what}: not within ${minutes} minutes`);
}

function requireStage({ stage }: CheckContext, reason: string): DeployedStage {
  if (!stage) throw new SkippedError(reason);
  return stage;
}

/** Reads a link to a scan. The link exists as soon as the scan is stored and checked. */
const readScanLink = ({ askOperator, accounts }: CheckContext) =>
  poll(5, 'link to a scan', async () => {
    const links = askOperator(`/experts/${accounts.expert.id}/documents`);
    return ((await links.catch(() => undefined)) as DocumentLinks | undefined)?.front?.url;
  });

/** Returns the XML of a stage's alarms, of which there are fewer than 100. */
const describeAlarms = (stage: DeployedStage, filter: Record<string, string> = {}) =>
  callService(stage, 'monitoring', 'DescribeAlarms', {
    AlarmNamePrefix: `testimony-${stage.name}-`,
    MaxRecords: '100',
    ...filter,
  });

const readStatus = async (url: string) => (await fetch(url)).status;

/** Sends the preflight request of a browser before a write with a token. */
async function sendPreflight(url: string, origin: string) {
  const { status, headers } = await fetch(`${url}/api/v1/testimonies`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  });
  return { status, allowed: headers.get('access-control-allow-origin') };
}

export const SMOKE_CHECKS: readonly SmokeCheck[] = [
  {
    name: 'commit',
    proves: 'all parts are deployed from the commit of this working copy',
    isReadOnly: true,
    async run(context) {
      const { commits } = requireStage(context, 'the local stack runs the working copy');
      const { commit } = context;
      assert.match(commit, /^[0-9a-f]+$/, `the working copy is ${commit}`);
      assert.deepEqual(commits, { state: commit, api: commit, jobs: commit, operators: commit });
    },
  },
  {
    name: 'health',
    proves: 'the API responds at its URL',
    isReadOnly: true,
    async run(context) {
      const { url } = requireStage(context, 'the script has found the local stack');
      assert.equal(await readStatus(`${url.replace(/\/$/, '')}/api/v1/health`), 200);
    },
  },
  {
    name: 'subscriptions',
    proves: 'each topic of the alarms has a subscription, and all are confirmed',
    isReadOnly: true,
    async run(context) {
      const stage = requireStage(context, 'the local stack has no alarms');
      const topics = new Set((await describeAlarms(stage)).match(/arn:[^<:]+:sns:[^<]+/g));
      assert.ok(topics.size > 1, 'the alarms have no topics for pages and for tickets');
      for (const TopicArn of topics) {
        const subscriptions = await callService(stage, 'sns', 'ListSubscriptionsByTopic', { TopicArn });
        assert.match(subscriptions, /<SubscriptionArn>arn:/, `${TopicArn} has no confirmed subscription`);
        assert.doesNotMatch(subscriptions, />PendingConfirmation</, `${TopicArn} waits for a confirmation`);
      }
    },
  },
  {
    name: 'alarms',
    proves: 'no alarm of the stage is on',
    isReadOnly: true,
    async run(context) {
      const stage = requireStage(context, 'the local stack has no alarms');
      if (stage.isSandbox) throw new UnprovenError('partners can set off alarms of a sandbox');
      const active = await describeAlarms(stage, { StateValue: 'ALARM' });
      assert.deepEqual(active.match(/(?<=<AlarmName>)[^<]+/g) ?? [], []);
    },
  },
  {
    name: 'preflight',
    proves: 'scripts of the allowed origins may call the API, and scripts of other origins may not',
    isReadOnly: true,
    async run({ url, origins }) {
      for (const origin of origins) {
        const { status, allowed } = await sendPreflight(url, origin);
        assert.ok(status >= 200 && status < 300, `the preflight request of ${origin} gets ${status}`);
        assert.equal(allowed, origin, `the preflight request of ${origin} allows ${allowed}`);
      }
      if (origins.includes('*')) return;
      const { allowed } = await sendPreflight(url, 'https://origin.invalid');
      assert.equal(allowed, null, `the preflight request of another origin allows ${allowed}`);
    },
  },
  {
    name: 'unknown route',
    proves: 'API Gateway responds to unknown routes, and monitors can send HEAD',
    isReadOnly: true,
    async run({ url }) {
      for (const [method, path] of [
        ['GET', 'nothing'],
        ['DELETE', 'health'],
      ]) {
        const response = await fetch(`${url}/api/v1/${path}`, { method: method ?? '' });
        assert.deepEqual([response.status, await response.json()], [404, { message: 'Not Found' }]);
      }
      assert.equal((await fetch(`${url}/api/v1/health`, { method: 'HEAD' })).status, 200);
    },
  },
  {
    name: 'mail',
    proves: 'the stream delivers jobs, and links in mails expire',
    async run({ accounts: { client, readVerification } }) {
      const expired = await readVerification(client);
      await client.api.expireLinks();
      await assert.rejects(client.api.verifyEmail(expired), error => isProblem(error));
      await client.api.resendVerification({ body: { email: client.email } });
      await client.api.verifyEmail(
        await poll(1, 'new link', async () => {
          const link = await readVerification(client);
          return link.query.signature === expired.query.signature ? undefined : link;
        }),
      );
    },
  },
  {
    name: 'routes',
    proves: 'API Gateway may invoke the functions, and their roles may use the index',
    async run({ accounts }) {
      const { client, testimonyId } = accounts;
      assert.equal((await client.api.showTestimony({ path: { id: testimonyId } })).id, testimonyId);
      assert.ok((await client.api.listTestimonies()).data.some(({ id }) => id === testimonyId));
    },
  },
  {
    name: 'index',
    proves: 'the leading keys of the index are those of its own key',
    async run({ accounts: { expert, testimonyId } }) {
      const { data } = await expert.api.listOfferable({ query: { limit: 100 } });
      assert.ok(
        data.some(({ id }) => id === testimonyId),
        'the new testimony is not in the list',
      );
    },
  },
  {
    name: 'transaction',
    proves: 'a transaction needs the permissions of its parts, by leading keys',
    async run({ accounts: { expert, testimonyId } }) {
      await expert.api.createOffer({ path: { id: testimonyId }, body: { price: 100, daysToComplete: 7 } });
    },
  },
  {
    name: 'attributes',
    proves: 'an update of single attributes is allowed: the use of a token is recorded',
    async run(context) {
      const { dynamodb, table } = requireStage(context, 'no emulator checks permissions');
      const { id, api } = context.accounts.client;
      const readSession = async () => (await api.listTokens()).find(({ current }) => current);
      const before = await readSession();
      assert.ok(before);
      // The service records a use of a token only if the last recorded use is an hour ago, so the check sets an older
      // time.
      const longAgo = '2020-01-01T00:00:00.000Z';
      await dynamodb.send(
        new UpdateItemCommand({
          TableName: table,
          Key: { pk: { S: `TOKEN#${id}` }, sk: { S: `TOKEN#${before.id}` } },
          UpdateExpression: 'SET lastUsedAt = :longAgo',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':longAgo': { S: longAgo } },
        }),
      );
      await api.showMe();
      assert.notEqual((await readSession())?.lastUsedAt, longAgo);
    },
  },
  {
    name: 'operator',
    proves: "signed requests reach the operators' routes, and others do not",
    async run({ askOperator, operatorsUrl, accounts: { client } }) {
      await askOperator('/health');
      const headers = { authorization: `Bearer ${client.token}` };
      assert.equal((await fetch(`${operatorsUrl}/api/v1/operator/health`, { headers })).status, 403);
    },
  },
  {
    name: 'scan',
    proves: 'jobs move files, and a clean file can be read by its link',
    async run(context) {
      const link = await readScanLink(context);
      assert.equal(await readStatus(link), 200);
    },
  },
  {
    name: 'upload',
    proves: 'the policy of a presigned POST limits size and type',
    async run({ accounts }) {
      const { api } = accounts.expert;
      const upload = async (content: string, type?: string) => {
        const body = { purpose: 'identity-document', contentType: 'image/jpeg', size: 4 } as const;
        const permit = await api.createUpload({ body });
        const form = new FormData();
        const fields = { ...permit.fields, ...(type && { 'Content-Type': type }) };
        for (const [name, value] of Object.entries(fields)) form.append(name, value);
        form.append('file', new Blob([content]));
        return (await fetch(permit.url, { method: 'POST', body: form })).status;
      };
      assert.ok((await upload('1234')) < 300, 'the permitted file is rejected');
      for (const status of [await upload('12345'), await upload('123'), await upload('1234', 'text/html')])
        assert.ok([400, 403].includes(status), `a file that is not permitted gets ${status}`);
    },
  },
  {
    name: 'expiry of links',
    proves: 'a link to a file ends after five minutes',
    async run(context) {
      requireStage(context, 'a test of the emulator checks this without waiting');
      const link = await readScanLink(context);
      await wait(310_000);
      assert.equal(await readStatus(link), 403);
    },
  },
  {
    name: 'malware',
    proves: 'GuardDuty tags an infected file, and nobody can read it',
    async run(context) {
      const { s3, bucket, hasMalwareScan } = requireStage(context, 'the local scan is a stand-in');
      if (!hasMalwareScan) throw new UnprovenError("the stage has MALWARE_SCAN: 'false'");
      const object = { Bucket: bucket, Key: `testimonies/smoke/${Date.now()}` };
      await s3.send(new PutObjectCommand({ ...object, Body: EICAR }));
      try {
        const verdict = await poll(15, 'verdict', async () => {
          const { TagSet = [] } = await s3.send(new GetObjectTaggingCommand(object));
          return TagSet.find(({ Key }) => Key === 'GuardDutyMalwareScanStatus')?.Value;
        });
        assert.equal(verdict, 'THREATS_FOUND');
        await assert.rejects(s3.send(new GetObjectCommand(object)), { name: 'AccessDenied' });
      } finally {
        await s3.send(new DeleteObjectCommand(object));
      }
    },
  },
  {
    name: 'TTL',
    proves: 'expired items are deleted by the attribute expiresAt',
    async run(context) {
      const { dynamodb, table } = requireStage(context, 'the stores ignore expired items themselves');
      const { TimeToLiveDescription } = await dynamodb.send(
        new DescribeTimeToLiveCommand({ TableName: table }),
      );
      assert.deepEqual(TimeToLiveDescription, { TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAt' });
      const seconds = Math.floor(Date.now() / 1000);
      // AWS deletes an expired item within a few days. Each run therefore checks the item of an earlier run, and leaves
      // an item for a later one.
      const put = new PutItemCommand({
        TableName: table,
        Item: { pk: { S: 'SMOKE#ttl' }, sk: { S: 'SMOKE#ttl' }, expiresAt: { N: String(seconds) } },
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      const earlier = await dynamodb.send(put).then(
        () => undefined,
        error => (error instanceof ConditionalCheckFailedException ? error.Item : Promise.reject(error)),
      );
      const age = seconds - Number(earlier?.expiresAt?.N ?? seconds);
      assert.ok(
        age < 3 * DAY_SECONDS,
        `an item that expired ${Math.floor(age / DAY_SECONDS)} days ago is still there`,
      );
    },
  },
  {
    name: 'alarm',
    proves: 'an alarm reaches its topic, which has a confirmed subscription',
    async run(context) {
      const stage = requireStage(context, 'the local stack has no alarms');
      const prefix = `testimony-${stage.name}-operators-${TESTED_ALARM}`;
      const alarms = await callService(stage, 'monitoring', 'DescribeAlarms', { AlarmNamePrefix: prefix });
      const [, alarm] = /<AlarmName>([^<]+)/.exec(alarms) ?? [];
      const [TopicArn] = /arn:[^<:]+:sns:[^<]+/.exec(alarms) ?? [];
      assert.ok(alarm && TopicArn, `no alarm with a topic begins with ${prefix}`);
      const subscriptions = await callService(stage, 'sns', 'ListSubscriptionsByTopic', { TopicArn });
      assert.match(subscriptions, /<SubscriptionArn>arn:/, `${TopicArn} has no confirmed subscription`);
      const since = new Date().toISOString();
      const change = { AlarmName: alarm, StateReason: 'Smoke test: nothing is wrong.' };
      for (const StateValue of ['OK', 'ALARM'])
        await callService(stage, 'monitoring', 'SetAlarmState', { ...change, StateValue });
      const query = { AlarmName: alarm, HistoryItemType: 'Action', StartDate: since };
      await poll(3, 'action of the alarm', async () => {
        const history = await callService(stage, 'monitoring', 'DescribeAlarmHistory', query);
        return /Successfully executed action/.test(history) || undefined;
      });
    },
  },
];

/** The EICAR test file, in two parts so that scanners do not report this source file. */
const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`;

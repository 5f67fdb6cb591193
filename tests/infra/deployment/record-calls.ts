/**
 * Recorder of a function's AWS calls as IAM sees them. The recorder derives the calls from the requests that reach the
 * emulators of the AWS services.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import { createCheckFilesHandler } from '../../../functions/jobs/check-files.ts';
import type { AnyEndpoint, Route } from '../../../infra/functions/endpoints.ts';
import { ENTRIES } from '../../../infra/functions/index.ts';
import { createExampleRequest } from '../../../infra/openapi/samples/example-request.ts';
import { SUBSCRIBABLE_TYPES } from '../../../lib/domain/model/activity/activity-types.ts';
import type { WebhookEndpoint } from '../../../lib/domain/model/webhooks/webhook.ts';
import type { UnitOfWork } from '../../../lib/domain/ports/unit-of-work.ts';
import { createSecretsReader, type SecretName } from '../../../lib/platform/aws/secrets/secrets.ts';
import { itemKey } from '../../../lib/platform/aws/table/keys.ts';
import { openTable } from '../../../lib/platform/aws/table/table.ts';
import { createUpdate } from '../../../lib/platform/aws/table/writes.ts';
import { dynamoUnitOfWork } from '../../../lib/platform/aws/unit-of-work/unit-of-work.ts';
import type { Environment } from '../../../lib/platform/environment.ts';
import { SCENARIOS } from '../../scenarios/index.ts';
import {
  completeScenario,
  findRoute,
  type RecordCalls,
  type RequestChange,
  type Situation,
  sendExample,
} from '../../scenarios/scenario.ts';
import {
  type FakeResponse,
  type ReceivedRequest,
  startFakeServer,
  startFaultProxy,
} from '../../support/fake-server.ts';
import { createPartner } from '../../support/partners.ts';
import { assertSuccess, type Market, startMarket } from '../../support/start-market.ts';
import type { TestDependencies } from '../../support/test-dependencies.ts';
import { ARNS } from './aws-account.ts';
import type { AwsCall } from './iam.ts';

// biome-ignore lint/suspicious/noExplicitAny: the inputs of all operations of a service
type Input = any;

/** Recorded calls by function and settings. */
const recordings = new Map<string, Promise<AwsCall[]>>();

/**
 * Records the AWS calls of a function's scenario, and the calls with which the function reads its secrets. Stages with
 * the same settings for the function share a recording.
 * @param name the function's name
 * @param environment the function's settings that decide which resources it calls
 */
export async function recordCalls(
  name: string,
  { SECRETS_PATH, SECRETS = '', ...settings }: Environment,
): Promise<AwsCall[]> {
  const { SANDBOX, ...relevant } = settings;
  const key = JSON.stringify([name, relevant]);
  const { table, index, objects } = ENTRIES[name]?.needs ?? {};
  const isStoring = table ?? index ?? objects;
  const recording =
    recordings.get(key) ??
    (isStoring ? recordScenarioCalls(name, settings as Record<string, string>) : Promise.resolve([]));
  recordings.set(key, recording);
  return [...(await recording), ...(SECRETS_PATH ? await recordSecretCalls({ SECRETS_PATH, SECRETS }) : [])];
}

async function recordScenarioCalls(name: string, settings: Record<string, string>): Promise<AwsCall[]> {
  const recorded: AwsCall[] = [];
  let calls: AwsCall[] = [];
  let isRecording = false;
  const startRecorder = (emulator: string, callsOf: (call: ReceivedRequest) => AwsCall[]) =>
    startFaultProxy(emulator, call => {
      calls.push(...callsOf(call));
      return respondToListVersions(call);
    });
  const emulators = inject('emulators');
  const [table, bucket, mail, lambda] = await Promise.all([
    startRecorder(emulators.dynamodb, toDynamodbCalls),
    startRecorder(emulators.s3, toS3Calls),
    startRecorder(emulators.ses, toSesCalls),
    startFakeServer(({ path }) => {
      calls.push(createCall('lambda:InvokeFunction', ARNS.function(path.split('/')[3] ?? '')));
      return { status: 200, body: 'null' };
    }),
  ]);
  let adders: RecordAdders | undefined;
  const market = await startMarket(
    {
      ...settings,
      STRIPE_URL: emulators.stripe,
      AWS_ENDPOINT_URL_DYNAMODB: table.url,
      AWS_ENDPOINT_URL_S3: bucket.url,
      AWS_ENDPOINT_URL_SES: mail.url,
      AWS_ENDPOINT_URL_LAMBDA: lambda.url,
    },
    deps => {
      adders = createRecordAdders(deps);
      const fileChecks = {
        start: (jobIds: readonly string[]) =>
          isRecording
            ? deps.fileChecks.start(jobIds)
            : createCheckFilesHandler(deps)({ jobIds }, { awsRequestId: 'checks' }),
      };
      return { ...addToNewRecords(deps, adders), fileChecks };
    },
  );
  market.onAccountsLoaded = ids => Promise.all(ids.map(id => adders?.addPartner(id)));

  const record: RecordCalls = async action => {
    calls = [];
    isRecording = true;
    const result = await action();
    isRecording = false;
    await openSignedLinks(result);
    recorded.push(...calls);
    return result;
  };
  await runScenario(name, market, record, async token => adders?.ageToken(token));
  return recorded;
}

/**
 * Sends the example request of a function, a request of each kind of caller that the access rule distinguishes, and the
 * further calls of the scenario.
 */
async function runScenario(
  name: string,
  market: Market,
  record: RecordCalls,
  ageToken: (token: string) => Promise<unknown>,
): Promise<void> {
  const { service } = market;
  const route = findRoute(name);
  const scenario = route ? completeScenario(route, SCENARIOS[name]) : SCENARIOS[name];
  if (!scenario) throw new Error(`The function ${name} has no scenario.`);
  const situation = (await scenario.prepare?.(market)) ?? {};
  const send = async (change: RequestChange = {}) => {
    if (!route) throw new Error(`The function ${name} has no route.`);
    return sendExample(route, scenario, service, change, record);
  };
  if (route && canBeRequested(route.endpoint)) {
    const people = [situation.client, situation.expert].flatMap(person => person?.token ?? []);
    await Promise.all(people.map(ageToken));
    await sendAsOthers(route, situation, market, send);
    assertSuccess(await send({ situation }));
    const isForBothRoles = createExampleRequest(route).token === 'token';
    if (isForBothRoles && situation.client && situation.expert) {
      const other = (await scenario.prepare?.(market)) ?? {};
      assertSuccess(await send({ situation: other, token: other.expert?.token }));
    }
  }
  await scenario.calls?.({ situation, market, service, record, send });
}

/** Returns whether a request without a signature of the payment provider can succeed. */
const canBeRequested = ({ headers = {} }: AnyEndpoint) => !Object.values(headers).includes('required');

/** Sends requests of callers whom the access rule rejects or identifies in another way. */
async function sendAsOthers(
  { endpoint: { access } }: Route,
  situation: Situation,
  market: Market,
  send: (change: RequestChange) => Promise<unknown>,
): Promise<void> {
  const id = '01890000-0000-7000-8000-000000000000';
  const secret = 'x'.repeat(43);
  if (access.credentials === 'token') await send({ situation, token: `${id}_${id}|${secret}` });
  if (access.credentials === 'partner key')
    await send({ situation, token: `${situation.partner?.id}|${secret}` });
  if (access.credentials === 'optional token' || access.errors.includes('already-signed-in'))
    await send({ situation, token: (await market.createClient()).token });
  if (access.admitsPartners) {
    const partner = await createPartner(market.service);
    await send({ situation, headers: { 'x-partner': partner.id } });
  }
}

/** Partner of the accounts in scenarios that create no partner. */
const PARTNER = { id: '01890000-0000-7000-8000-00000000000a', name: 'Portál' };

/**
 * Creates functions that make an account a user of a partner, that add a webhook for all events to a partner, so that
 * every event of a scenario has a delivery, and that move the last use of a token back, so that the next use is stored.
 * Their calls are not recorded.
 */
function createRecordAdders({ environment, random, clock }: TestDependencies) {
  const direct = { ...environment, AWS_ENDPOINT_URL_DYNAMODB: inject('emulators').dynamodb };
  const table = openTable(direct);
  const { commit } = dynamoUnitOfWork(table, random, direct);
  const addWebhook = (partnerId: string) => {
    const endpoint: WebhookEndpoint = {
      id: random.uuid(),
      url: 'https://partner.sk/',
      types: SUBSCRIBABLE_TYPES,
      secrets: [],
      createdAt: clock.now().toISOString(),
      disabledAt: null,
      failingSince: null,
      challenge: null,
    };
    const before = { partnerId, version: 0, endpoint: null };
    return commit([{ kind: 'webhook-changed', before, endpoint }]);
  };
  const addPartner = async (userId: string) => {
    await addWebhook(PARTNER.id);
    const update = createUpdate(table, itemKey.user(userId), 'SET partner = :partner', {
      ':partner': PARTNER,
    });
    await table.client.send(new UpdateCommand(update));
  };
  const ageToken = (token: string) => {
    const [userId = '', tokenId = ''] = token.split('|')[0]?.split('_') ?? [];
    const before = new Date(0).toISOString();
    const update = createUpdate(table, itemKey.token(userId, tokenId), 'SET lastUsedAt = :before', {
      ':before': before,
    });
    return table.client.send(new UpdateCommand(update));
  };
  return { addWebhook, addPartner, ageToken };
}

type RecordAdders = ReturnType<typeof createRecordAdders>;

function addToNewRecords({ unitOfWork }: TestDependencies, { addWebhook, addPartner }: RecordAdders) {
  const committed: UnitOfWork = {
    async commit(changes, record) {
      const rejections = await unitOfWork.commit(changes, record);
      if (rejections.length > 0) return rejections;
      for (const change of changes) {
        if (change.kind === 'account-created' && !change.user.partner) await addPartner(change.user.id);
        if (change.kind === 'partner-stored' && !change.before) await addWebhook(change.after.id);
      }
      return rejections;
    },
  };
  return { unitOfWork: committed };
}

/**
 * Opens the presigned links of a response, because IAM evaluates the links with the permissions of the function that
 * signed them.
 */
async function openSignedLinks(response: unknown): Promise<void> {
  const links = JSON.stringify(response ?? '').match(/https?:[^"]+X-Amz-Signature=[^"]+/g) ?? [];
  await Promise.all(links.map(link => fetch(link)));
}

/** Records the calls that read the secrets. A function makes these calls when Lambda starts it, before any request. */
async function recordSecretCalls(environment: { SECRETS_PATH: string; SECRETS: string }): Promise<AwsCall[]> {
  const calls: AwsCall[] = [];
  const parameters = await startFakeServer(({ headers, body }) => {
    const { Names }: { Names: string[] } = JSON.parse(body.toString());
    calls.push(...Names.map(name => createCall(`ssm:${readOperation(headers)}`, ARNS.parameter(name))));
    const Parameters = Names.map(Name => ({ Name, Value: `the secret in the parameter ${Name}` }));
    return {
      status: 200,
      headers: { 'content-type': 'application/x-amz-json-1.1' },
      body: JSON.stringify({ Parameters }),
    };
  });
  const [first] = environment.SECRETS.split(',');
  await createSecretsReader({ ...environment, AWS_ENDPOINT_URL_SSM: parameters.url })(first as SecretName);
  return calls;
}

const createCall = (action: string, resource: string): AwsCall => ({ action, resource, context: {} });

/** Reads the operation from the headers: `X-Amz-Target: DynamoDB_20120810.PutItem` → `PutItem`. */
const readOperation = (headers: ReceivedRequest['headers']): string =>
  String(headers['x-amz-target']).replace(/^.*\./, '');

/**
 * Converts a DynamoDB request to calls. IAM evaluates all keys of a batch together, so a batch becomes one call. IAM
 * may also evaluate the writes of one kind in a transaction together, for example all puts, so these become one call.
 */
function toDynamodbCalls({ headers, body }: ReceivedRequest): AwsCall[] {
  const operation = readOperation(headers);
  const input: Input = JSON.parse(body.toString());
  if (operation === 'TransactWriteItems' || operation === 'TransactGetItems') {
    const parts: [kind: string, part: Input][] = input.TransactItems.flatMap(Object.entries);
    const kinds = Object.groupBy(parts, ([kind]) => `${kind}Item`);
    return Object.entries(kinds).map(([action, alike = []]) => {
      const inputs = alike.map(([, part]) => part);
      return createItemCall(
        action,
        ARNS.table,
        inputs.map(readPartitionKey),
        inputs.flatMap(readUpdatedAttributes),
      );
    });
  }
  if (operation === 'BatchGetItem') {
    const [{ Keys }] = Object.values(input.RequestItems) as [Input];
    return [
      createItemCall(
        operation,
        ARNS.table,
        Keys.map(({ pk }: Input) => pk.S),
      ),
    ];
  }
  if (operation === 'Query') {
    const [, value = ''] = /= (:\w+)/.exec(input.KeyConditionExpression) ?? [];
    const { S } = input.ExpressionAttributeValues[value];
    const call = createItemCall(
      operation,
      input.IndexName ? ARNS.index : ARNS.table,
      [S],
      readQueriedAttributes(input),
    );
    const select = input.Select && { 'dynamodb:Select': input.Select };
    return [{ ...call, context: { ...call.context, ...select } }];
  }
  const keys = [readPartitionKey(input)].filter(Boolean);
  const call = createItemCall(operation, ARNS.table, keys, readUpdatedAttributes(input));
  const returned = input.ReturnValues && { 'dynamodb:ReturnValues': input.ReturnValues };
  return [{ ...call, context: { ...call.context, ...returned } }];
}

/** Reads the names of the attributes that a query selects by name, and the partition key. */
function readQueriedAttributes({ ProjectionExpression }: Input): string[] {
  return ProjectionExpression ? ['pk', ...ProjectionExpression.split(', ')] : [];
}

/**
 * Reads the names of all attributes in the key and the expressions of an update. Apart from queries that select
 * attributes, only updates are evaluated by attribute.
 */
function readUpdatedAttributes({ Key, UpdateExpression, ConditionExpression, ...input }: Input): string[] {
  if (!UpdateExpression) return [];
  const words: string[] =
    `${UpdateExpression} ${ConditionExpression ?? ''}`.match(/[#:]?\w+(?!\w*\()/g) ?? [];
  const names = words
    .filter(word => !word.startsWith(':') && !EXPRESSION_KEYWORDS.has(word))
    .map(word => input.ExpressionAttributeNames?.[word] ?? word);
  return [...Object.keys(Key), ...names];
}

const EXPRESSION_KEYWORDS = new Set(['SET', 'REMOVE', 'ADD', 'DELETE', 'AND', 'OR', 'NOT']);

/** Reads a request's partition key. No role allows a request without partition key, such as a Scan. */
const readPartitionKey = ({ Key, Item }: Input): string => (Key ?? Item)?.pk.S;

/** Creates a call on items. Ids in partition keys are replaced by 1, so that similar calls are evaluated once. */
function createItemCall(
  operation: string,
  resource: string,
  keys: readonly string[],
  attributes: readonly string[] = [],
): AwsCall {
  const partitions = [...new Set(keys.map(key => key.replace(/#.*/s, '#1')))].sort();
  const names = [...new Set(attributes)].sort();
  const context = {
    ...(partitions.length > 0 && { 'dynamodb:LeadingKeys': partitions }),
    ...(names.length > 0 && { 'dynamodb:Attributes': names }),
  };
  return { action: `dynamodb:${operation}`, resource, context };
}

function toS3Calls({ method, path, body }: ReceivedRequest): AwsCall[] {
  const { pathname, searchParams } = new URL(path, 'http://bucket');
  const key = decodeURIComponent(pathname.split('/').slice(2).join('/')); // path style: /bucket/key
  const onObject = (action: string, name = key) => createCall(`s3:${action}`, ARNS.object(name));
  if (searchParams.has('list-type')) return [createCall('s3:ListBucket', ARNS.bucket)];
  if (searchParams.has('versions')) return [createCall('s3:ListBucketVersions', ARNS.bucket)];
  if (searchParams.has('tagging'))
    return [onObject('GetObjectTagging'), createCall('s3:ListBucket', ARNS.bucket)];
  if (method === 'PUT') return [onObject('PutObject')];
  if (method === 'DELETE')
    return [onObject(searchParams.has('versionId') ? 'DeleteObjectVersion' : 'DeleteObject')];
  if (method === 'POST') {
    const [, uploaded = ''] = /name="key"\r\n\r\n(.*?)\r\n/.exec(body.toString('latin1')) ?? [];
    return [onObject('PutObject', uploaded)]; // a presigned upload, which IAM evaluates with the permissions of the signer
  }
  // GET and HEAD require the permission to get the object. S3 returns 404 only to callers that may list the bucket.
  return [onObject('GetObject'), createCall('s3:ListBucket', ARNS.bucket)];
}

/**
 * Responds to a request for an object's versions with one version. The S3 emulator stores no versions, but on AWS each
 * object has at least one.
 */
function respondToListVersions({ path }: ReceivedRequest): FakeResponse | undefined {
  const { searchParams } = new URL(path, 'http://bucket');
  if (!searchParams.has('versions')) return undefined;
  const version = `<Version><Key>${searchParams.get('prefix')}</Key><VersionId>1</VersionId></Version>`;
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<ListVersionsResult><IsTruncated>false</IsTruncated>${version}</ListVersionsResult>`,
  };
}

/**
 * Converts an SES request to calls. IAM evaluates the sender's identity and the configuration set, and in the SES
 * sandbox also the identities of the recipients. The display name has a separate condition key.
 */
function toSesCalls({ body }: ReceivedRequest): AwsCall[] {
  const form = new URLSearchParams(body.toString());
  if (form.get('Action') === 'GetSendQuota') return [createCall('ses:GetSendQuota', '*')];
  const raw = Buffer.from(form.get('RawMessage.Data') ?? '', 'base64').toString();
  const from = form.get('Source') ?? /^From: (.*)\r$/m.exec(raw)?.[1] ?? '';
  const [, displayName = '', sender = ''] = /^(.*) <(.*)>$/.exec(from) ?? [];
  const recipients = [...form].filter(([name]) => name.startsWith('Destination')).map(([, value]) => value);
  const identities = [sender.replace(/.*@/, ''), ...recipients].map(ARNS.identity);
  const configurationSet = ARNS.configurationSet(raw ? 'digest-events' : 'mail-events');
  return [...identities, configurationSet].map(resource => ({
    action: `ses:${form.get('Action')}`,
    resource,
    context: { 'ses:FromAddress': sender, 'ses:FromDisplayName': displayName },
  }));
}

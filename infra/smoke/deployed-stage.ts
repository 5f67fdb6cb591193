/** Resources of a deployed stage, found by the settings of its functions. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { AwsClient } from 'aws4fetch';
import { STAGE_PARTS, type StagePart } from '../parts/plan.ts';

export interface DeployedStage {
  readonly name: string;
  readonly region: string;
  readonly url: string;
  readonly operatorsUrl: string;
  readonly table: string;
  readonly bucket: string;
  readonly hasMalwareScan: boolean;
  /** Whether the stage allows the checks that create accounts. */
  readonly isSandbox: boolean;
  /** The commit from which each part was packaged (infra/parts/commit.ts). */
  readonly commits: Readonly<Record<StagePart, string>>;
  readonly dynamodb: DynamoDBClient;
  readonly s3: S3Client;
}

/** Logical name of the alarm that the smoke test sets off. */
export const TESTED_ALARM = 'InvalidItemsAlarm';

/**
 * Finds the resources of a stage with the credentials of the caller.
 * @throws Error when the stage is not deployed
 */
export async function findStage(name: string, region: string): Promise<DeployedStage> {
  const lambda = new LambdaClient({ region });
  const readSettings = async (id: string) => {
    const FunctionName = `testimony-${name}-${id}`;
    const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
    return Environment?.Variables ?? {};
  };
  const [settings, operators] = await Promise.all(['jobs-deliver', 'operator-list-jobs'].map(readSettings));
  const { SANDBOX, API_URL = '', TABLE_NAME = '', BUCKET_NAME = '', MALWARE_SCAN } = settings ?? {};
  return {
    name,
    region,
    url: API_URL,
    operatorsUrl: operators?.API_URL ?? '',
    table: TABLE_NAME,
    bucket: BUCKET_NAME,
    hasMalwareScan: MALWARE_SCAN === 'true',
    isSandbox: SANDBOX === 'true',
    commits: await readCommits(name, region),
    dynamodb: new DynamoDBClient({ region }),
    s3: new S3Client({ region }),
  };
}

async function readCommits(stage: string, region: string): Promise<DeployedStage['commits']> {
  const commits = STAGE_PARTS.map(async part => {
    const StackName = `testimony-${stage}-${part}`;
    const stacks = await callService({ region }, 'cloudformation', 'DescribeStacks', { StackName });
    const output = stacks.split('<member>').find(each => each.includes('<OutputKey>Commit<'));
    return [part, /<OutputValue>([^<]+)/.exec(output ?? '')?.[1] ?? 'unknown'] as const;
  });
  return Object.fromEntries(await Promise.all(commits)) as Record<StagePart, string>;
}

/** Versions of the Query APIs of AWS services. */
const VERSIONS = { cloudformation: '2010-05-15', monitoring: '2010-08-01', sns: '2010-03-31' } as const;

/** Calls an operation of CloudFormation, CloudWatch or SNS, and returns the XML of its response. */
export async function callService(
  { region }: Pick<DeployedStage, 'region'>,
  service: keyof typeof VERSIONS,
  Action: string,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const credentials = await defaultProvider({ clientConfig: { region } })();
  const client = new AwsClient({ ...credentials, service, region, retries: 0 });
  const body = new URLSearchParams({ Action, Version: VERSIONS[service], ...parameters });
  const url = process.env.AWS_ENDPOINT_URL ?? `https://${service}.${region}.amazonaws.com/`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await client.fetch(url, { method: 'POST', headers, body: `${body}` });
  const text = await response.text();
  if (!response.ok) throw new Error(`${Action}: ${response.status} ${text}`);
  return text;
}

/** Resources of a deployed stage, found by the settings of its functions. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { AwsClient } from 'aws4fetch';

export interface DeployedStage {
  readonly name: string;
  readonly region: string;
  readonly url: string;
  /** URL of the operators' API. */
  readonly operatorsUrl: string;
  readonly table: string;
  readonly bucket: string;
  readonly hasMalwareScan: boolean;
  readonly dynamodb: DynamoDBClient;
  readonly s3: S3Client;
}

/** Logical name of the alarm that the smoke test sets off. */
export const ALARM = 'InvalidItemsAlarm';

/**
 * Finds the resources of a stage with the credentials of the caller.
 * @throws Error when the stage is not deployed, or is no sandbox
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
  if (SANDBOX !== 'true') throw new Error(`The stage ${name} is no sandbox: the checks create accounts.`);
  return {
    ...{ name, region, url: API_URL, operatorsUrl: operators?.API_URL ?? '' },
    ...{ table: TABLE_NAME, bucket: BUCKET_NAME },
    hasMalwareScan: MALWARE_SCAN === 'true',
    dynamodb: new DynamoDBClient({ region }),
    s3: new S3Client({ region }),
  };
}

/** Calls an operation of CloudWatch and returns the XML of its response. */
export async function callCloudWatch(
  { region }: DeployedStage,
  Action: string,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const credentials = await defaultProvider({ clientConfig: { region } })();
  const client = new AwsClient({ ...credentials, service: 'monitoring', region, retries: 0 });
  const body = new URLSearchParams({ Action, Version: '2010-08-01', ...parameters });
  const response = await client.fetch(`https://monitoring.${region}.amazonaws.com/`, {
    method: 'POST',
    body,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${Action}: ${response.status} ${text}`);
  return text;
}

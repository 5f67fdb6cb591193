/** What a function asks of AWS: its story is played, and each of its requests noted. */
import { inject } from 'vitest';
import type { Environment } from '../../../lib/platform/environment.ts';
import { openSecrets, type SecretName } from '../../../lib/platform/secrets.ts';
import { startMarket } from '../../support/market.ts';
import { inFrontOf, standIn } from '../../support/stand-in.ts';
import { ARNS } from './account.ts';
import type { Request } from './policy.ts';
import { STORIES } from './stories.ts';
import { ofObject, ofTable, versionsIn, watch } from './watch.ts';

/** @param environment what the function finds in its own, as far as it says whom it asks */
export async function play(name: string, environment: Environment): Promise<Request[]> {
  const { SECRETS_PATH, SECRETS = '', ...settings } = environment;
  return [
    ...(await storyOf(name, settings as Record<string, string>)),
    ...(SECRETS_PATH ? await secretsOf({ SECRETS_PATH, SECRETS }) : []),
  ];
}

async function storyOf(name: string, settings: Record<string, string>): Promise<Request[]> {
  const story = STORIES[name];
  if (!story) return [];
  const seen: Request[] = [];
  const requests: Request[] = [];
  const lambda = await standIn(({ path }) => {
    const resource = ARNS.function(path.split('/')[3] ?? '');
    requests.push({ action: 'lambda:InvokeFunction', resource, context: {} });
    return { status: 200, body: 'null' };
  });
  const { stripe, dynamodb, s3 } = inject('emulators');
  const table = await inFrontOf(dynamodb, call => void requests.push(...ofTable(call)));
  const bucket = await inFrontOf(s3, call => {
    requests.push(...ofObject(call));
    return versionsIn(call);
  });
  const endpoints = {
    STRIPE_URL: stripe,
    AWS_ENDPOINT_URL_LAMBDA: lambda.url,
    AWS_ENDPOINT_URL_DYNAMODB: table.url,
    AWS_ENDPOINT_URL_S3: bucket.url,
  };
  const market = await startMarket({ ...settings, ...endpoints }, world => watch(world, requests));

  await story(
    market.service,
    async act => {
      requests.length = 0;
      const result = await act();
      seen.push(...requests);
      return result;
    },
    market,
  );
  return seen;
}

/** A Lambda reads its secrets as it starts, before any story. */
async function secretsOf(environment: { SECRETS_PATH: string; SECRETS: string }): Promise<Request[]> {
  const asked: string[] = [];
  const parameters = await standIn(({ body }) => {
    const { Names }: { Names: string[] } = JSON.parse(body.toString());
    asked.push(...Names);
    const Parameters = Names.map(Name => ({ Name, Value: 'secret' }));
    return {
      ...{ status: 200, headers: { 'content-type': 'application/x-amz-json-1.1' } },
      body: JSON.stringify({ Parameters }),
    };
  });
  const [first] = environment.SECRETS.split(',');
  await openSecrets({ ...environment, AWS_ENDPOINT_URL_SSM: parameters.url })(first as SecretName);
  return asked.map(name => ({ action: 'ssm:GetParameters', resource: ARNS.parameter(name), context: {} }));
}

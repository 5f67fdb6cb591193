/** Settings of a stage, read from its file in `infra/stages/`. */
import type { StagePart } from '../parts/plan.ts';
import type { Serverless } from '../parts/serverless-types.ts';
import { createConditionalValue, getOptionalValue } from '../parts/state-values.ts';

/** A string or a CloudFormation reference. */
type Value = string | Record<string, unknown>;

/** Requests per second, and the maximum burst. */
export interface Throttle {
  readonly rate: number;
  readonly burst: number;
}

/** Contents of a file in `infra/stages/`. */
export interface Stage {
  /** Values for the functions' environment variables. */
  readonly settings: Readonly<Record<string, Value>>;
  /** Values of the secrets, in the local stack only. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Allowed origins of frontends. */
  readonly origins?: string[];
  /** Limits for all routes, for each route that hashes passwords, and for the routes of operators. */
  readonly throttling?: Readonly<Record<'all' | 'hashing' | 'operators', Throttle>>;
  /** Maximum number of batches of a stream's shard that are processed at the same time. */
  readonly streamParallelization?: number;
  readonly part?: StagePart | 'all';
}

/**
 * Reads the settings of the stage that is being packaged.
 * @param resolveProperty reads a property of the Serverless configuration
 * @throws Error when the setting `STAGE` is not the name of the stage's file, production is a sandbox, or a deployed
 *   stage turns `LOCAL_WEBHOOKS` on
 */
export async function readStage(resolveProperty: Serverless['resolveConfigurationProperty']): Promise<Stage> {
  const name = await resolveProperty(['provider', 'stage']);
  const stage = await resolveProperty(['custom', 'stage']);
  assertStageName(name, stage);
  assertNoSandboxInProduction(stage);
  assertNoLocalWebhooks(name, stage);
  const part = await resolveProperty(['custom', 'part']);
  return { ...stage, part, settings: applyApiUrl(stage.settings, part) };
}

export const isSandboxStage = (stage: Stage) => stage.settings.SANDBOX === 'true';

/** Reference to the URL of the HTTP API in the same stack. */
const OWN_API_URL = { 'Fn::GetAtt': ['HttpApi', 'ApiEndpoint'] };

/**
 * Sets `API_URL`. The operators' API always has the URL of its own stack. The other parts use the first URL that
 * exists: that in the stage's file, that of CloudFront, that of the custom domain, or that of API Gateway. The part
 * `jobs` reads the last one from the part `api` (infra/http-api/endpoint-value.yml).
 */
function applyApiUrl(settings: Stage['settings'], part: Stage['part']): Stage['settings'] {
  if (part === 'operators') return { ...settings, API_URL: OWN_API_URL };
  if (typeof settings.API_URL === 'string') return settings;
  const endpoint = part === 'jobs' ? { Ref: 'ApiEndpoint' } : OWN_API_URL;
  const url = createConditionalValue('HasDomain', { 'Fn::Sub': `https://\${Domain}` }, endpoint);
  return { ...settings, API_URL: getOptionalValue('ApiUrl', { Ref: 'ApiUrl' }, url) };
}

const TABLE_ARN = `arn:\${AWS::Partition}:dynamodb:\${AWS::Region}:\${AWS::AccountId}:table/\${Table}`;

/** References to the table that functions use: the stage's own or a restored one (infra/parts/state-values.ts). */
export const TABLE_REFERENCES = {
  name: { Ref: 'Table' },
  arn: { 'Fn::Sub': TABLE_ARN },
  index: { 'Fn::Sub': `${TABLE_ARN}/index/gsi1` },
  /** ARN of the table's current stream. */
  stream: { Ref: 'TableStream' },
};

/**
 * Requires that the setting `STAGE` is the name of the stage's file. If a file were copied without changing `STAGE`,
 * the new stage would read the secrets of the old stage. Only the local stack may use the name of another stage.
 */
function assertStageName(name: string, { settings }: Stage) {
  if (name !== 'local' && settings.STAGE !== name) {
    throw new Error(`infra/stages/${name}.yml sets STAGE to ${settings.STAGE}`);
  }
}

/**
 * Requires that the production stage is not a sandbox, because sandboxes approve experts automatically
 * (infra/docs/api/sandbox.md).
 */
function assertNoSandboxInProduction({ settings }: Stage) {
  if (settings.STAGE === 'production' && settings.SANDBOX !== 'false') {
    throw new Error('The production stage cannot be packaged with SANDBOX on');
  }
}

/**
 * Requires that only the local stack delivers webhooks to its own machine. In a deployed stage, such webhooks could
 * reach internal services of Lambda.
 */
function assertNoLocalWebhooks(name: string, { settings }: Stage) {
  if (name !== 'local' && String(settings.LOCAL_WEBHOOKS ?? 'false') !== 'false')
    throw new Error(`infra/stages/${name}.yml must not turn LOCAL_WEBHOOKS on`);
}

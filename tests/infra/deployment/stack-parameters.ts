/** The parameters that CloudFormation receives when a part is deployed over an existing stack. */
import KeepParameters from '../../../infra/parts/keep-parameters.ts';

interface Deployment {
  readonly part: string;
  /** Options `--param name=value`. */
  readonly param: readonly string[];
  readonly names: readonly string[];
  /** Names of the parameters that the deployed stack has. */
  readonly deployed: readonly string[];
}

export interface StackParameter {
  readonly ParameterKey: string;
  readonly ParameterValue?: string;
  readonly UsePreviousValue?: true;
}

/** @returns undefined when Serverless sets all parameters to their defaults */
export async function computeStackParameters({
  part,
  param,
  names,
  deployed,
}: Deployment): Promise<readonly StackParameter[] | undefined> {
  const Parameters = Object.fromEntries(names.map(name => [name, {}]));
  const provider: { stackParameters?: StackParameter[]; compiledCloudFormationTemplate: object } = {
    compiledCloudFormationTemplate: { Parameters },
  };
  const Stacks = [{ Parameters: deployed.map(ParameterKey => ({ ParameterKey })) }];
  const { hooks } = new KeepParameters({
    classes: { Error },
    processedInput: { options: { param: [`part=${part}`, ...param] } },
    service: { custom: { part }, provider },
    getProvider: () => ({
      naming: { getStackName: () => 'testimony-sandbox-state' },
      getCloudFormationClient: async () => ({ send: async () => ({ Stacks }) }),
    }),
  });
  for (const hook of Object.values(hooks)) await hook();
  return provider.stackParameters;
}

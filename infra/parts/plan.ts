/** Commands that deploy, remove or package the parts of a stage, in their order. */

/** The parts of a stage, in the order of their deployment: each reads values of those before it. */
export const PARTS = ['state', 'api', 'operators'] as const;
export type Part = (typeof PARTS)[number];

/** A command of npx for one part of a stage. */
export interface Step {
  readonly part: string;
  readonly command: readonly string[];
}

interface Target {
  readonly stage: string;
  readonly region?: string;
}

const createStep = (
  command: string,
  { stage, region }: Target,
  part: string,
  ...options: string[]
): Step => ({
  part: `${stage} ${part}`,
  command: [
    ...['serverless', command, '--stage', stage, '--param', `part=${part}`],
    ...(region ? ['--region', region] : []),
    ...options,
  ],
});

/**
 * Returns the commands that deploy a stage. `--force`: Serverless would otherwise skip a part whose files have not
 * changed, although the state that it reads has.
 *
 * @param target `state` has the parameters of the part `state` that change, as `name=value`; `unproven` is the reason
 *   for a deployment without a smoke test
 */
export const planDeployment = ({
  state = [],
  unproven,
  ...target
}: Target & { readonly state?: readonly string[]; readonly unproven?: string }) =>
  PARTS.map(part =>
    createStep(
      'deploy',
      target,
      part,
      ...(unproven ? ['--param', `unproven=${unproven}`] : []),
      ...(part === 'state' ? state.flatMap(value => ['--param', value]) : []),
      '--force',
    ),
  );

/** Returns the commands that remove a stage, in the reverse order. */
export const planRemoval = (target: Target) =>
  PARTS.toReversed().map(part => createStep('remove', target, part));

export const planPackaging = (stages: readonly string[]) =>
  stages.flatMap(stage =>
    PARTS.map(part => createStep('package', { stage }, part, '--package', `.package/${stage}/${part}`)),
  );

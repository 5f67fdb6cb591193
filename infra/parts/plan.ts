/** Commands that deploy, remove or package the parts of a stage, in their order. */

/** Parts of a stage, in the order of their deployment. Each part reads values of the earlier parts. */
export const STAGE_PARTS = ['state', 'api', 'jobs', 'operators'] as const;
export type StagePart = (typeof STAGE_PARTS)[number];

/** Command that npx runs for one part of a stage. */
export interface DeploymentCommand {
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
): DeploymentCommand => ({
  part: `${stage} ${part}`,
  command: [
    'serverless',
    command,
    '--stage',
    stage,
    '--param',
    `part=${part}`,
    ...(region ? ['--region', region] : []),
    ...options,
  ],
});

/**
 * Returns the commands that deploy a stage. The option `--force` is needed because Serverless skips a part whose files
 * have not changed, even if the values that it reads have changed.
 */
export const planDeployment = (target: Target) =>
  STAGE_PARTS.map(part => createStep('deploy', target, part, '--force'));

/** Returns the commands that remove a stage, in the reverse order. */
export const planRemoval = (target: Target) =>
  STAGE_PARTS.toReversed().map(part => createStep('remove', target, part));

export const planPackaging = (stages: readonly string[]) =>
  stages.flatMap(stage =>
    STAGE_PARTS.map(part => createStep('package', { stage }, part, '--package', `.package/${stage}/${part}`)),
  );

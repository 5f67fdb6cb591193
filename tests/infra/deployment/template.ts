/**
 * The CloudFormation templates of both deployed stages, and shorthands to read them. The functions
 * are empty there: what is in them is the matter of `bundles.test.ts`, and this is quicker.
 */
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageStage } from './package-stage.ts';
import { shareBetweenWorkers } from './share-between-workers.ts';

export interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation is as deep and as free as it likes
  readonly Properties: any;
  readonly DependsOn?: string | readonly string[];
}

export interface Template {
  /** Everything that would be uploaded as text. */
  readonly text: string;
  /** By logical name. */
  readonly resources: Readonly<Record<string, Resource>>;
  readonly outputs: Readonly<Record<string, { readonly Value: unknown }>>;
  /** @throws when there is no such resource */
  getResource(name: string): Resource;
  /** By logical name. */
  listByType(type: string): [string, Resource][];
  /** What the function finds in its environment. */
  getEnvironment(name: string): Record<string, unknown>;
}

export async function packageTemplates(): Promise<Record<'sandbox' | 'production', Template>> {
  const [sandbox, production] = await Promise.all([template('sandbox'), template('production')]);
  return { sandbox, production };
}

/**
 * Packaged once for all test files.
 *
 * @param change edits the copied project first; then `name` tells it from the stage as it is
 */
export async function template(
  stage: string,
  name = stage,
  change: (folder: string) => void = () => {},
): Promise<Template> {
  const { template, text } = await shareBetweenWorkers(name, async () => {
    const { template, text } = await packageStage(stage, folder => {
      emptyFunctions(folder);
      change(folder);
    });
    return { template, text };
  });
  const { Resources: resources, Outputs: outputs } = JSON.parse(template) as {
    Resources: Record<string, Resource>;
    Outputs: Template['outputs'];
  };
  const resource = (name: string) => {
    const found = resources[name];
    if (!found) throw new Error(`${stage} has no ${name}`);
    return found;
  };
  return {
    text,
    resources,
    outputs,
    getResource: resource,
    listByType: type => Object.entries(resources).filter(([, { Type }]) => Type === type),
    getEnvironment: name => resource(name).Properties.Environment?.Variables ?? {},
  };
}

function emptyFunctions(folder: string): void {
  const files = globSync('functions/**/*.ts', { cwd: folder });
  rmSync(join(folder, 'functions'));
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), 'export const handler = () => {};\n');
  }
}

/**
 * CloudFormation templates of both deployed stages, with helpers to read them. Every function is replaced by an empty
 * function, which makes packaging faster. `bundles.test.ts` tests the real functions.
 */
import { emptyFunctions, packageStage } from './package-stage.ts';
import { shareBetweenWorkers } from './share-between-workers.ts';

export interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation is as deep and as free as it likes
  readonly Properties: any;
  readonly DependsOn?: string | readonly string[];
}

export interface Template {
  /** The text of all JSON files that a deployment would upload. */
  readonly text: string;
  /** Size of the template in bytes, as Serverless writes it. A deployment uploads no more than that. */
  readonly bytes: number;
  /** The resources by logical name. */
  readonly resources: Readonly<Record<string, Resource>>;
  readonly outputs: Readonly<Record<string, { readonly Value: unknown }>>;
  /**
   * Returns the resource with this logical name.
   * @throws Error when the template has no such resource
   */
  getResource(name: string): Resource;
  /** Lists the resources of a type with their logical names. */
  listByType(type: string): [string, Resource][];
  /** Returns the environment variables of the function with this logical name. */
  getEnvironment(name: string): Record<string, unknown>;
}

export async function packageTemplates(): Promise<Record<'sandbox' | 'production', Template>> {
  const [sandbox, production] = await Promise.all([
    packageTemplate('sandbox'),
    packageTemplate('production'),
  ]);
  return { sandbox, production };
}

/**
 * Packages the template of a stage, once for all test files.
 *
 * @param name name under which the test workers share the template; must be given together with `change`
 * @param change function that edits the copied project before packaging
 */
export async function packageTemplate(
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
    bytes: Buffer.byteLength(template),
    resources,
    outputs,
    getResource: resource,
    listByType: type => Object.entries(resources).filter(([, { Type }]) => Type === type),
    getEnvironment: name => resource(name).Properties.Environment?.Variables ?? {},
  };
}

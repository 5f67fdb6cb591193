/**
 * CloudFormation templates of both deployed stages, with helpers to read them. The parts of a stage are read as one
 * template, unless a test is about a single part. In the sandbox, every function is replaced by an empty function, so
 * that packaging is faster.
 */
import { STAGE_PARTS, type StagePart } from '../../../infra/parts/plan.ts';
import { mergeParts, type PartTemplate, type Resource } from './merge-parts.ts';
import { emptyFunctions, packageProduction, packageStage } from './package-stage.ts';
import { shareBetweenWorkers } from './share-between-workers.ts';

export type { Resource } from './merge-parts.ts';

export interface Template {
  /** The text of all JSON files that a deployment would upload. */
  readonly text: string;
  /**
   * Size of the template of each part in bytes, as Serverless writes it. It is the maximum size that a deployment
   * uploads.
   */
  readonly bytes: Readonly<Record<StagePart, number>>;
  /** The template of each part, as CloudFormation gets it. */
  readonly parts: Readonly<Record<StagePart, PartTemplate>>;
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
 * @param state values of the stage that people set (infra/parts/state-values.ts)
 */
export async function packageTemplate(
  stage: string,
  state: Readonly<Record<string, string>> = {},
): Promise<Template> {
  const { templates, text } =
    stage === 'production'
      ? await packageProduction()
      : await shareBetweenWorkers(stage, async () => {
          const { templates, text } = await packageStage(stage, emptyFunctions);
          return { templates, text };
        });
  const mapParts = <Value>(read: (template: string) => Value) =>
    Object.fromEntries(STAGE_PARTS.map(part => [part, read(templates[part])])) as Record<StagePart, Value>;
  const parts = mapParts(template => JSON.parse(template) as PartTemplate);
  const { resources, outputs } = mergeParts(parts, state);
  const resource = (name: string) => {
    const found = resources[name];
    if (!found) throw new Error(`${stage} has no ${name}`);
    return found;
  };
  return {
    text,
    bytes: mapParts(template => Buffer.byteLength(template)),
    parts,
    resources,
    outputs,
    getResource: resource,
    listByType: type => Object.entries(resources).filter(([, { Type }]) => Type === type),
    getEnvironment: name => resource(name).Properties.Environment?.Variables ?? {},
  };
}

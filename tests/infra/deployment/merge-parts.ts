/**
 * Merges the templates of a stage's parts into one, as if CloudFormation had deployed them one after another:
 * parameters and conditions are evaluated, and all parts read the values of the stage.
 */
import { STAGE_PARTS, type StagePart } from '../../../infra/parts/plan.ts';
import { getValuePath, NO_VALUE, STAGE_VALUES } from '../../../infra/parts/state-values.ts';

export interface Resource {
  readonly Type: string;
  readonly Condition?: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties have any structure
  readonly Properties: any;
  readonly DependsOn?: string | readonly string[];
}

interface Output {
  readonly Condition?: string;
  readonly Value: unknown;
  readonly Export?: { readonly Name: string };
}

export interface PartTemplate {
  readonly Parameters?: Readonly<Record<string, { readonly Default: string }>>;
  readonly Conditions?: Readonly<Record<string, unknown>>;
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs: Readonly<Record<string, Output>>;
}

interface MergedTemplate {
  readonly resources: Readonly<Record<string, Resource>>;
  readonly outputs: Readonly<Record<string, Output>>;
}

/** Values of the references of a part: parameters, attributes (`Name.Attribute`), conditions and merged names. */
interface Scope {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly conditions: Readonly<Record<string, unknown>>;
  rename(name: string): string;
}

/**
 * Merges the parts. If an earlier part has the same logical name of Serverless, such as `HttpApi`, the name of the part
 * becomes a prefix, for example `OperatorsHttpApi`.
 * @param state values of the stage that people set, without the values that the parts write
 */
export function mergeParts(
  parts: Readonly<Record<StagePart, PartTemplate>>,
  state: Readonly<Record<string, string>>,
): MergedTemplate {
  let merged: MergedTemplate = { resources: {}, outputs: {} };
  for (const part of STAGE_PARTS) {
    const { resources, outputs } = evaluatePart(parts[part], part, merged, state);
    merged = {
      resources: { ...merged.resources, ...resources },
      outputs: { ...merged.outputs, ...outputs },
    };
  }
  return merged;
}

function evaluatePart(
  template: PartTemplate,
  part: StagePart,
  former: MergedTemplate,
  state: Readonly<Record<string, string>>,
): MergedTemplate {
  const { Parameters = {}, Conditions = {}, Resources, Outputs } = template;
  const prefix = `${part.charAt(0).toUpperCase()}${part.slice(1)}`;
  const rename = (name: string) =>
    name in Resources && (name in former.resources || name in former.outputs) ? prefix + name : name;
  const parameters = Object.fromEntries(
    Object.entries(Parameters).map(([name, { Default }]) => [
      name,
      readStageValue(name, Default, former, state),
    ]),
  );
  const scope = { parameters, attributes: {}, conditions: Conditions, rename };
  const attributes = Object.fromEntries(
    Object.entries(Resources)
      .filter(([, { Type }]) => Type === 'AWS::SSM::Parameter')
      .map(([name, { Properties }]) => [`${name}.Value`, evaluate(Properties.Value, scope)]),
  );
  const evaluateAll = <Member extends { readonly Condition?: string }>(
    members: Readonly<Record<string, Member>>,
  ) =>
    Object.entries(members)
      .filter(([, { Condition }]) => !Condition || isTrue({ Condition }, scope))
      .map(
        ([name, { Condition: _, ...member }]) => [name, evaluate(member, { ...scope, attributes })] as const,
      );
  const outputs = evaluateAll(Outputs).map(
    ([name, output]) => [name in former.outputs ? prefix + name : name, output] as const,
  );
  return {
    resources: Object.fromEntries(
      evaluateAll(Resources).map(([name, resource]) => [rename(name), resource as Resource]),
    ),
    outputs: Object.fromEntries(outputs) as MergedTemplate['outputs'],
  };
}

/**
 * Reads a value of the stage.
 * @throws Error when neither people nor the part `state` write the value
 */
function readStageValue(
  name: string,
  path: string,
  { resources }: MergedTemplate,
  state: Readonly<Record<string, string>>,
): unknown {
  const stage = path.split('/')[2] ?? '';
  if (STAGE_VALUES[name] && path === getValuePath(stage, name)) return state[name] ?? NO_VALUE;
  const provided = Object.values(resources).find(
    ({ Type, Properties }) => Type === 'AWS::SSM::Parameter' && Properties.Name === path,
  );
  if (!provided) throw new Error(`Nothing writes ${path}.`);
  return provided.Properties.Value;
}

function evaluate(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map(each => evaluate(each, scope));
  if (typeof value !== 'object' || value === null) return value;
  const {
    Ref,
    'Fn::GetAtt': attribute,
    'Fn::If': choice,
    'Fn::Sub': text,
  } = value as Record<string, unknown>;
  if (typeof Ref === 'string') return evaluateReference(Ref, scope) ?? { Ref: scope.rename(Ref) };
  if (Array.isArray(attribute)) {
    const [name, ...rest] = attribute;
    return scope.attributes[attribute.join('.')] ?? { 'Fn::GetAtt': [scope.rename(name), ...rest] };
  }
  if (Array.isArray(choice)) {
    const [Condition, ...[first, second]] = choice;
    return evaluate(isTrue({ Condition }, scope) ? first : second, scope);
  }
  if (Array.isArray(text) && text[0] === `\${Value}`) return evaluate(text[1].Value, scope);
  if (typeof text === 'string') return { 'Fn::Sub': evaluateText(text, scope) };
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'DependsOn'
        ? [member].flat().map(each => scope.rename(each as string))
        : evaluate(member, scope),
    ]),
  );
}

const evaluateReference = (name: string, { parameters, attributes }: Scope): unknown =>
  parameters[name] ?? attributes[name];

/** Replaces the variables of a text, for example `${Alarms}` or `${Dashboard.Arn}`. */
const evaluateText = (text: string, scope: Scope): string =>
  text.replace(/\$\{([^}.]+)(\.[^}]+)?\}/g, (_, name: string, attribute = '') => {
    const value = evaluateReference(name + attribute, scope);
    if (typeof value === 'string') return value;
    const { Ref, 'Fn::GetAtt': path } = (value ?? {}) as { Ref?: string; 'Fn::GetAtt'?: string[] };
    return `\${${Ref ?? path?.join('.') ?? scope.rename(name) + attribute}}`;
  });

function isTrue(condition: unknown, scope: Scope): boolean {
  const { Condition, ...functions } = condition as Record<string, unknown>;
  if (typeof Condition === 'string') return isTrue(scope.conditions[Condition], scope);
  const [[name, operands] = ['', []]] = Object.entries(functions) as [string, unknown[]][];
  if (name === 'Fn::Not') return !isTrue(operands[0], scope);
  if (name === 'Fn::And') return operands.every(each => isTrue(each, scope));
  if (name === 'Fn::Equals') return evaluate(operands[0], scope) === evaluate(operands[1], scope);
  throw new Error(`The condition ${name} cannot be evaluated.`);
}

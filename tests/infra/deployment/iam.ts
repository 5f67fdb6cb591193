/** Evaluation of AWS calls against IAM policies (infra/decisions/0011-roles.md). */
import { runSimulation, type StatementExplain } from '@cloud-copilot/iam-simulate';
import { ACCOUNT } from './aws-account.ts';

export interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: Conditions;
}

/** The conditions of a statement: operator → condition key → values. */
type Conditions = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** An AWS call as the service presents it to IAM. */
export interface AwsCall {
  readonly action: string;
  readonly resource: string;
  /** Condition keys with their values; keys that the service does not provide are absent. */
  readonly context: Readonly<Record<string, string | readonly string[]>>;
}

const LEADING_KEYS = 'dynamodb:LeadingKeys';
const ATTRIBUTES = 'dynamodb:Attributes';

/**
 * Lists the smallest units that the statements allow: one action on one resource, in one partition if the statement
 * names partitions, and on one attribute if it names attributes. For example `dynamodb:PutItem table/Table JOB#*`, or
 * `dynamodb:UpdateItem table/Table TOKEN#* lastUsedAt`.
 */
export function listGrants(statements: readonly Statement[]): string[] {
  return statements.flatMap(({ Action, Resource, Condition = {} }) => {
    const findValues = (conditionKey: string) =>
      Object.values(Condition).flatMap(({ [conditionKey]: values = [] }) => values);
    const parts = combineParts(findValues(LEADING_KEYS), findValues(ATTRIBUTES));
    return combineGrants(toList(Action), toList(Resource), parts);
  });
}

const toList = (value: string | readonly string[]): readonly string[] => [value].flat();

/** Combines each partition with each attribute. The attributes of the primary key are part of every request. */
function combineParts(keys: readonly string[], attributes: readonly string[]): string[] {
  const names = removeNullCheck(attributes).filter(name => !['pk', 'sk'].includes(name));
  return removeNullCheck(keys).flatMap(key =>
    names.length > 0 ? names.map(name => `${key} ${name}`) : [key],
  );
}

/** Removes the value of the condition `Null: { 'dynamodb:LeadingKeys': 'false' }`, which names no partition. */
const removeNullCheck = (keys: readonly string[]) => keys.filter(key => key !== 'false');

function combineGrants(
  actions: readonly string[],
  resources: readonly string[],
  keys: readonly string[],
): string[] {
  return actions.flatMap(action =>
    resources.flatMap(resource =>
      (keys.length > 0 ? keys : ['']).map(key => `${action} ${shortenArn(resource)} ${key}`.trim()),
    ),
  );
}

/** Removes the first five fields of an ARN, for example `arn:aws:s3:::`. */
const shortenArn = (arn: string) => arn.split(':').slice(5).join(':');

/**
 * Evaluates each call against the statements.
 * @returns the calls that the statements deny, and the grants that no call uses
 * @throws Error when IAM does not know an action, or an action does not support its resource or a condition key
 */
export async function evaluateCalls(
  statements: readonly Statement[],
  calls: readonly AwsCall[],
): Promise<{ denied: AwsCall[]; unused: string[] }> {
  const denied: AwsCall[] = [];
  const used = new Set<string>();
  for (const call of removeDuplicates(calls)) {
    const allowing = await findAllowingStatements(statements, call);
    if (allowing.length === 0) denied.push(call);
    for (const grant of allowing.flatMap(listUsedGrants)) used.add(grant);
  }
  return { denied, unused: listGrants(statements).filter(grant => !used.has(grant)) };
}

const removeDuplicates = (calls: readonly AwsCall[]) => [
  ...new Map(calls.map(call => [JSON.stringify(call), call])).values(),
];

/** Results of simulations, by statements and call. The roles of both stages have most statements in common. */
const simulations = new Map<string, Promise<StatementExplain[]>>();

/** Returns the statements that allow the call, with the values that matched. A denied call has no such statement. */
function findAllowingStatements(
  statements: readonly Statement[],
  call: AwsCall,
): Promise<StatementExplain[]> {
  const [service] = call.action.split(':');
  const relevant = statements.filter(({ Action }) =>
    toList(Action).some(action => action.startsWith(`${service}:`)),
  );
  const key = JSON.stringify([relevant, call]);
  const simulation = simulations.get(key) ?? simulateCall(relevant, call);
  simulations.set(key, simulation);
  return simulation;
}

async function simulateCall(
  statements: readonly Statement[],
  { action, resource, context }: AwsCall,
): Promise<StatementExplain[]> {
  const results = await runSimulation(
    {
      request: {
        principal: `arn:aws:iam::${ACCOUNT}:role/function`,
        action,
        resource: { resource, accountId: ACCOUNT },
        contextVariables: structuredClone(context) as Record<string, string | string[]>,
      },
      identityPolicies: [{ name: 'role', policy: { Version: '2012-10-17', Statement: statements } }],
      serviceControlPolicies: [],
      resourceControlPolicies: [],
    },
    {},
  );
  if (results.resultType !== 'single')
    throw new Error(`IAM cannot evaluate ${action} on ${resource}: ${JSON.stringify(results)}`);
  const { analysis, ignoredContextKeys = [] } = results.result;
  if (ignoredContextKeys.length > 0) throw new Error(`${action} has no condition key ${ignoredContextKeys}`);
  if (results.overallResult !== 'Allowed') return [];
  return analysis.identityAnalysis?.allowStatements.map(({ explain }) => explain) ?? [];
}

function listUsedGrants({ actions = [], resources = [], conditions = [] }: StatementExplain): string[] {
  const findUsedValues = (conditionKey: string) =>
    conditions
      .filter(({ conditionKeyValue }) => conditionKeyValue === conditionKey)
      .flatMap(({ values }) => [values].flat())
      .filter(({ matchingValues = [] }) => matchingValues.length > 0)
      .map(({ value }) => value);
  return combineGrants(
    filterMatching(actions).map(({ action }) => action),
    filterMatching(resources).map(({ resource }) => resource),
    combineParts(findUsedValues(LEADING_KEYS), findUsedValues(ATTRIBUTES)),
  );
}

const filterMatching = <Part extends { matches: boolean }>(parts: Part | Part[]): Part[] =>
  [parts].flat().filter(({ matches }) => matches) as Part[];

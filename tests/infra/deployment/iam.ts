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

/**
 * Lists the smallest units that the statements allow: one action on one resource, and in one partition if the
 * statement names partitions. For example `dynamodb:PutItem table/Table JOB#*`.
 */
export function listGrants(statements: readonly Statement[]): string[] {
  return statements.flatMap(({ Action, Resource, Condition = {} }) => {
    const keys = Object.values(Condition).flatMap(({ [LEADING_KEYS]: values = [] }) => values);
    return combineGrants(toList(Action), toList(Resource), removeNullCheck(keys));
  });
}

const toList = (value: string | readonly string[]): readonly string[] => [value].flat();

/** Removes the value `false` of `Null: { 'dynamodb:LeadingKeys': 'false' }`, because it names no partition. */
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
 *
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

/** Returns the statements that allow the call, with the values that matched. A denied call has no such statement. */
async function findAllowingStatements(
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
  const keys = conditions
    .filter(({ conditionKeyValue }) => conditionKeyValue === LEADING_KEYS)
    .flatMap(({ values }) => [values].flat())
    .filter(({ matchingValues = [] }) => matchingValues.length > 0)
    .map(({ value }) => value);
  return combineGrants(
    filterMatching(actions).map(({ action }) => action),
    filterMatching(resources).map(({ resource }) => resource),
    removeNullCheck(keys),
  );
}

const filterMatching = <Part extends { matches: boolean }>(parts: Part | Part[]): Part[] =>
  [parts].flat().filter(({ matches }) => matches) as Part[];

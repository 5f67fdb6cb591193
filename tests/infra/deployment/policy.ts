/**
 * As much of IAM as the roles are written in: which statement allows a request. An operator that is not
 * known here is an error, never a quiet yes.
 */

export interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: Conditions;
}

/** Operator → key of the request → what it is compared with. */
export type Conditions = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** What a service asks IAM about a call. */
export interface Request {
  readonly action: string;
  readonly resource: string;
  /** Condition keys with their values; a key that the service does not give is absent. */
  readonly context: Readonly<Record<string, readonly string[]>>;
}

/** One statement has to allow all of it, and none may deny it. */
export function isAllowed(statements: readonly Statement[], request: Request): boolean {
  const matching = statements.filter(statement => matches(statement, request));
  return (
    matching.some(({ Effect }) => Effect === 'Allow') && matching.every(({ Effect }) => Effect !== 'Deny')
  );
}

function matches({ Action, Resource, Condition = {} }: Statement, request: Request): boolean {
  return (
    listed(Action).some(action => isLike(action, request.action)) &&
    listed(Resource).some(resource => isLike(resource, request.resource)) &&
    Object.entries(Condition).every(([operator, keys]) =>
      Object.entries(keys).every(([key, wanted]) => holds(operator, listed(wanted), request.context[key])),
    )
  );
}

function holds(operator: string, wanted: readonly string[], given: readonly string[] | undefined): boolean {
  if (operator === 'Null') return wanted.includes(String(!given?.length));
  const [, set, comparison = ''] = /^(?:(ForAllValues|ForAnyValue):)?(\w+)$/.exec(operator) ?? [];
  const compare = COMPARISONS[comparison];
  if (!compare) throw new Error(`no such operator here: ${operator}`);
  const meets = (value: string) => wanted.some(pattern => compare(pattern, value));
  if (set === 'ForAllValues') return (given ?? []).every(meets);
  return (given ?? []).some(meets);
}

const COMPARISONS: Readonly<Record<string, (pattern: string, value: string) => boolean>> = {
  StringEquals: (pattern, value) => pattern === value,
  StringLike: isLike,
};

/** IAM's wildcards: `*` for any characters, `?` for one. */
function isLike(pattern: string, value: string): boolean {
  const literal = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's').test(value);
}

const listed = (value: string | readonly string[]): readonly string[] => [value].flat();

/** The statement's smallest parts: one action on one resource, within one partition where those are named. */
function grantsOf({ Action, Resource, Condition = {}, Effect }: Statement): Statement[] {
  return listed(Action).flatMap(action =>
    listed(Resource).flatMap(resource =>
      eachPartition(Condition).map(condition => ({
        ...{ Effect, Action: action, Resource: resource, Condition: condition },
      })),
    ),
  );
}

function eachPartition(condition: Conditions): Conditions[] {
  const { 'ForAllValues:StringLike': limit, ...others } = condition;
  const keys = limit?.['dynamodb:LeadingKeys'];
  if (!keys) return [condition];
  return listed(keys).map(key => ({
    ...others,
    'ForAllValues:StringLike': { ...limit, 'dynamodb:LeadingKeys': key },
  }));
}

/** The parts that none of the requests makes use of. */
export function unused(statements: readonly Statement[], requests: readonly Request[]): Statement[] {
  const single = requests.flatMap(eachKey);
  return statements
    .flatMap(grantsOf)
    .filter(grant => !single.some(request => isAllowed([{ ...grant, Effect: 'Allow' }], request)));
}

function eachKey(request: Request): Request[] {
  const keys = request.context['dynamodb:LeadingKeys'];
  if (!keys) return [request];
  return keys.map(key => ({ ...request, context: { ...request.context, 'dynamodb:LeadingKeys': [key] } }));
}

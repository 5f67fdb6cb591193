/** Entries of the functions in `infra/functions/*.yml`. */
import type { StagePart } from '../parts/plan.ts';
import type { UntypedServerless } from '../parts/serverless-types.ts';

/** Actions by partition key or key prefix. */
export type ActionsByKey = Readonly<Record<string, string[]>>;

export interface FunctionNeeds {
  /** Names of the settings that the function reads from the stage. */
  settings?: string[];
  /**
   * Actions on items by partition key. For a transaction, the actions of all its parts are listed. `UpdateItem(a, b)`
   * allows updates of these attributes only; with ` ALL_NEW` appended, the response may contain the item. `Query(a, b)`
   * allows queries that select exactly these attributes.
   */
  table?: ActionsByKey;
  /** Partition keys of the index that the function may query. */
  readonly index?: string[];
  /** Object actions by key prefix in the bucket. */
  objects?: ActionsByKey;
  readonly mail?: boolean;
  /** Whether the function may read the account's sending quota of SES. */
  readonly mailQuota?: boolean;
  /** Names of the secrets that the function reads from SSM parameters. */
  secrets?: string[];
  /**
   * Number of external host names that the function resolves at the same time. Each lookup occupies a thread until the
   * name server responds, and Node.js uses half of its threads for lookups, two by default.
   */
  readonly lookups?: number;
  /** Whether the function invokes the approval function in sandbox stages. */
  readonly approvesInSandbox?: boolean;
  /** Whether the function invokes the function that checks files. */
  readonly startsFileChecks?: boolean;
}

export interface FunctionEntry {
  readonly handler: string;
  readonly events?: UntypedServerless[];
  /** Additional files in the function's zip file. */
  readonly package?: { patterns: string[] };
  /** Timeout in seconds. */
  readonly timeout?: number;
  readonly needs?: FunctionNeeds;
  readonly part?: StagePart;
  readonly sandboxOnly?: boolean;
  /** Additional needs of the function in sandbox stages. */
  readonly inSandbox?: FunctionNeeds;
}

/** Entries of the functions in `infra/functions/*.yml`. */
import type { Untyped } from '../parts/serverless.ts';

/** Actions by partition key or key prefix. */
export type Actions = Readonly<Record<string, string[]>>;

export interface FunctionNeeds {
  /** Names of the settings that the function reads from the stage. */
  settings?: string[];
  /**
   * Item actions by partition key; a transaction needs those of its parts. `UpdateItem(a, b)` allows updates of these
   * attributes only, `Query(a, b)` queries that select these by name.
   */
  table?: Actions;
  /** Partition keys of the index that the function may query. */
  readonly index?: string[];
  /** Object actions by key prefix in the bucket. */
  objects?: Actions;
  readonly mail?: boolean;
  /** Whether the function reads how much mail the account may send. */
  readonly mailQuota?: boolean;
  /** Names of SSM parameters. */
  secrets?: string[];
  /**
   * Names of servers of others that the function resolves at the same time. Each lookup occupies a thread until the
   * name server responds, and Node.js uses half of its threads for lookups, two by default.
   */
  readonly lookups?: number;
  /** Whether the function invokes the approval function in sandbox stages. */
  readonly approvesInSandbox?: boolean;
}

export interface FunctionEntry {
  readonly handler: string;
  readonly events?: Untyped[];
  /** Additional files in the function's zip file. */
  readonly package?: { patterns: string[] };
  /** Seconds. */
  readonly timeout?: number;
  readonly needs?: FunctionNeeds;
  readonly part?: 'api' | 'operators';
  readonly sandboxOnly?: boolean;
  /** Additional needs in sandbox stages. */
  readonly inSandbox?: FunctionNeeds;
}

/** Handlers of operations that read an object or a page of a list. */
import { StripeError } from '../responses.ts';
import type { ObjectKind, StoredObject, StripeApiRequest } from '../types.ts';

const PAGE_LENGTH = 10;
const MAX_PAGE_LENGTH = 100;

interface ListParams {
  readonly limit?: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
  readonly expand?: readonly string[];
  readonly created?: number | Readonly<Partial<Record<Comparison, number>>>;
}

type Comparison = 'gt' | 'gte' | 'lt' | 'lte';

const COMPARISONS: Readonly<Record<Comparison, (created: number, bound: number) => boolean>> = {
  gt: (created, bound) => created > bound,
  gte: (created, bound) => created >= bound,
  lt: (created, bound) => created < bound,
  lte: (created, bound) => created <= bound,
};

/** Creates the handler that returns one object. */
export const createRetrieveHandler =
  (kind: ObjectKind) =>
  ({ store, id }: StripeApiRequest): object =>
    store.get(kind, id);

/** Creates the handler that returns a page of a list. */
export const createListHandler =
  (kind: ObjectKind, url: string) =>
  (call: StripeApiRequest): object =>
    createListPage(call, url, call.store.list(kind));

/** Returns a page of a transfer's reversals. */
export function listReversals(call: StripeApiRequest): object {
  const { id } = call.store.get('transfer', call.id);
  const reversals = call.store.list('transfer_reversal').filter(({ transfer }) => transfer === id);
  return createListPage(call, `/v1/transfers/${id}/reversals`, reversals);
}

/** Returns the platform's balance. */
export function retrieveBalance({ ledger }: StripeApiRequest): object {
  const { available, pending } = ledger.getBalance();
  const toEuroBalance = (amount: number) => [{ amount, currency: 'eur', source_types: { card: amount } }];
  return {
    object: 'balance',
    available: toEuroBalance(available),
    livemode: false,
    pending: toEuroBalance(pending),
  };
}

/** Creates a list page with the objects that match the filter `created` and all other filter parameters. */
function createListPage(
  call: StripeApiRequest<ListParams>,
  url: string,
  objects: readonly StoredObject[],
): object {
  const { limit = PAGE_LENGTH, starting_after, ending_before, expand, created, ...filters } = call.params;
  assertLimit(limit);
  const matchingObjects = objects.filter(
    object =>
      hasCreationTime(Number(object['created' as 'id']), created) &&
      Object.entries<unknown>(filters).every(([name, value]) => object[name as 'id'] === value),
  );
  const findIndexById = (param: string, id: string) => {
    const index = matchingObjects.findIndex(object => object.id === id);
    if (index >= 0) return index;
    throw new StripeError(400, `No such object: '${id}'`, { code: 'resource_missing', param });
  };
  if (ending_before) {
    const end = findIndexById('ending_before', ending_before);
    const data = matchingObjects.slice(Math.max(0, end - limit), end);
    return { object: 'list', data, has_more: end > limit, url };
  }
  const start = starting_after ? findIndexById('starting_after', starting_after) + 1 : 0;
  const data = matchingObjects.slice(start, start + limit);
  return { object: 'list', data, has_more: matchingObjects.length > start + limit, url };
}

function hasCreationTime(time: number, condition: ListParams['created']): boolean {
  if (typeof condition !== 'object') return condition === undefined || condition === time;
  return Object.entries(condition).every(([name, bound]) => COMPARISONS[name as Comparison](time, bound));
}

function assertLimit(limit: number): void {
  if (limit >= 1 && limit <= MAX_PAGE_LENGTH) return;
  const bound =
    limit < 1
      ? 'greater than or equal to 1'
      : `less than or equal to ${MAX_PAGE_LENGTH} (it currently is '${limit}')`;
  const details = { code: 'parameter_invalid_integer', param: 'limit' };
  throw new StripeError(400, `This value must be ${bound}.`, details);
}

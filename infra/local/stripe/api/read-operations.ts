/** Handlers of operations that read an object or a page of a list. */
import { StripeError } from '../responses.ts';
import type { ObjectKind, StoredObject, StripeApiRequest } from '../types.ts';

const PAGE_LENGTH = 10;

interface ListParams {
  readonly limit?: number;
  readonly starting_after?: string;
  readonly expand?: readonly string[];
  readonly created?: { readonly gte?: number; readonly lt?: number };
}

export const createRetrieveHandler =
  (kind: ObjectKind) =>
  ({ store, id }: StripeApiRequest): object =>
    store.get(kind, id);

export const createListHandler =
  (kind: ObjectKind) =>
  (call: StripeApiRequest): object =>
    createListPage(call, call.store.list(kind));

export function listReversals(call: StripeApiRequest): object {
  const { id } = call.store.get('transfer', call.id);
  return createListPage(
    call,
    call.store.list('transfer_reversal').filter(({ transfer }) => transfer === id),
  );
}

/** Creates a list page with the objects that match the filter `created` and all other filter parameters. */
function createListPage(call: StripeApiRequest<ListParams>, objects: readonly StoredObject[]): object {
  const { limit = PAGE_LENGTH, starting_after, expand, created = {}, ...filters } = call.params;
  const filterEntries = Object.entries<unknown>(filters);
  const { gte = 0, lt = Number.POSITIVE_INFINITY } = created;
  const matchingObjects = objects.filter(object => {
    const time = Number(object['created' as 'id']);
    const isInTime = time >= gte && time < lt;
    return isInTime && filterEntries.every(([name, value]) => object[name as 'id'] === value);
  });
  const lastIndex = matchingObjects.findIndex(({ id }) => id === starting_after);
  if (starting_after && lastIndex < 0) {
    throw new StripeError(400, `No such object: '${starting_after}'`, {
      code: 'resource_missing',
      param: 'starting_after',
    });
  }
  const rest = matchingObjects.slice(lastIndex + 1);
  return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit };
}

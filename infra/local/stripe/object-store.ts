/** Store of the emulator's objects. They are in memory and, if a directory is given (DATA_DIR), also in a file. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StripeError } from './responses.ts';
import type { ObjectDraft, ObjectKind, ObjectsByKind, StoredObject, StripeObjectStore } from './types.ts';

const ID_PREFIXES: Readonly<Record<ObjectKind, string>> = {
  account: 'acct_',
  account_link: 'link_',
  balance_transaction: 'txn_',
  charge: 'ch_',
  'checkout.session': 'cs_test_',
  dispute: 'du_',
  event: 'evt_',
  login_link: 'link_',
  payment_intent: 'pi_',
  payout: 'po_',
  refund: 're_',
  replay: '',
  task: 'task_',
  topup: 'tu_',
  transfer: 'tr_',
  transfer_reversal: 'trr_',
};

/** Kinds of objects that are not resources of Stripe's API. */
const INTERNAL_KINDS: ReadonlySet<ObjectKind> = new Set(['event', 'replay', 'task']);

/** Members that every resource of the API has. `create` adds those that are missing. */
const RESOURCE_MEMBERS = { currency: 'eur', livemode: false, metadata: {} };

/**
 * Creates the store and loads the objects that the file contains.
 * @param now returns the emulator's time in seconds
 * @param directory the folder of the file; without a folder, objects are stored in memory only
 */
export function createObjectStore(now: () => number, directory?: string): StripeObjectStore {
  const file = directory && join(directory, 'stripe.jsonl');
  const kinds = new Map(Object.keys(ID_PREFIXES).map(kind => [kind, new Map<string, StoredObject>()]));
  const appendToFile = (line: object) => file && appendFileSync(file, `${JSON.stringify(line)}\n`);

  function getObjects<K extends ObjectKind>(kind: K): Map<string, ObjectsByKind[K]> {
    return kinds.get(kind) as Map<string, ObjectsByKind[K]>;
  }

  function saveObject<T extends StoredObject>(object: T): T {
    kinds.get(object.object)?.set(object.id, object);
    appendToFile(object);
    return object;
  }

  for (const line of file && existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []) {
    const object: StoredObject = JSON.parse(line);
    if ('removed' in object) kinds.get(object.object)?.delete(object.id);
    else kinds.get(object.object)?.set(object.id, object);
  }

  const find: StripeObjectStore['find'] = (kind, id) => getObjects(kind).get(id ?? '');
  const createId = (prefix: string) => prefix + randomUUID().replaceAll('-', '');

  return {
    find,
    get(kind, id, param) {
      const found = find(kind, id);
      if (found) return found;
      throw new StripeError(param ? 400 : 404, `No such ${kind}: '${id}'`, {
        code: 'resource_missing',
        param: param ?? 'id',
      });
    },
    findAny: id => [...kinds.values()].map(objects => objects.get(id)).find(Boolean),
    list: kind => [...getObjects(kind).values()].reverse(),
    listAll: () => [...kinds.values()].flatMap(objects => [...objects.values()]),
    createId,
    save: saveObject,
    create<K extends ObjectKind>(kind: K, members: ObjectDraft<ObjectsByKind[K]>) {
      const own = { id: createId(ID_PREFIXES[kind]), object: kind, created: now() };
      const given = Object.entries(members).filter(([, value]) => value !== undefined);
      const defaults = INTERNAL_KINDS.has(kind) ? {} : RESOURCE_MEMBERS;
      const object = { ...own, ...defaults, ...Object.fromEntries(given) };
      return saveObject(object as unknown as ObjectsByKind[K]);
    },
    update: (object, change) =>
      saveObject({ ...object, ...kinds.get(object.object)?.get(object.id), ...change }),
    remove({ id, object }) {
      kinds.get(object)?.delete(id);
      appendToFile({ id, object, removed: true });
    },
  };
}

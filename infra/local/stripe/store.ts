/** Stores the stand-in's objects: in memory, and in a file when there is a directory (DATA_DIR). */
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { complete } from './description/complete.ts';
import { StripeError } from './responses.ts';
import type { Draft, Kind, Objects, Store, StoredObject } from './types.ts';

const ID_PREFIXES: Readonly<Record<Kind, string>> = {
  account: 'acct_',
  account_link: 'link_',
  balance_transaction: 'txn_',
  charge: 'ch_',
  'checkout.session': 'cs_test_',
  dispute: 'du_',
  event: 'evt_',
  payment_intent: 'pi_',
  refund: 're_',
  replay: '',
  task: 'task_',
  transfer: 'tr_',
  transfer_reversal: 'trr_',
};

export function openStore(now: () => number, directory?: string): Store {
  const file = directory && join(directory, 'stripe.jsonl');
  const kinds = new Map(Object.keys(ID_PREFIXES).map(kind => [kind, new Map<string, StoredObject>()]));
  const write = (line: object) => file && appendFileSync(file, `${JSON.stringify(line)}\n`);

  function objectsOf<K extends Kind>(kind: K): Map<string, Objects[K]> {
    return kinds.get(kind) as Map<string, Objects[K]>;
  }

  function put<T extends StoredObject>(object: T): T {
    kinds.get(object.object)?.set(object.id, object);
    write(object);
    return object;
  }

  for (const line of file && existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []) {
    const object: StoredObject = JSON.parse(line);
    if ('removed' in object) kinds.get(object.object)?.delete(object.id);
    else kinds.get(object.object)?.set(object.id, object);
  }

  const find: Store['find'] = (kind, id) => objectsOf(kind).get(id ?? '');
  const newId = (prefix: string) => prefix + randomUUID().replaceAll('-', '');

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
    list: kind => [...objectsOf(kind).values()].reverse(),
    newId,
    create<K extends Kind>(kind: K, members: Draft<Objects[K]>) {
      const own = { id: newId(ID_PREFIXES[kind]), object: kind, created: now(), ...members };
      return put(complete(kind, own) as unknown as Objects[K]);
    },
    update: (object, change) => put({ ...object, ...kinds.get(object.object)?.get(object.id), ...change }),
    remove({ id, object }) {
      kinds.get(object)?.delete(id);
      write({ id, object, removed: true });
    },
  };
}

/** Keeps the stand-in's objects; in a directory (DATA_DIR) they outlive it, as the table's items do. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stored } from './objects.ts';

type Kind = Stored['object'];
type OfKind<K extends Kind> = Extract<Stored, { object: K }>;

export interface Store {
  find<K extends Kind>(kind: K, id: string): OfKind<K> | undefined;
  /** Of whatever kind. */
  get(id: string): Stored | undefined;
  /** Newest first. */
  list<K extends Kind>(kind: K): OfKind<K>[];
  /** A new object, or a new state of one. */
  put<T extends Stored>(object: T): T;
  remove(object: Stored): void;
}

export function openStore(directory?: string): Store {
  const file = directory && join(directory, 'stripe.jsonl');
  const kinds = new Map<Kind, Map<string, Stored>>();
  const of = (kind: Kind) => kinds.get(kind) ?? kinds.set(kind, new Map()).get(kind) ?? new Map();
  const write = (line: object) => file && appendFileSync(file, `${JSON.stringify(line)}\n`);

  for (const line of file && existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []) {
    const object: Stored = JSON.parse(line);
    if ('removed' in object) of(object.object).delete(object.id);
    else of(object.object).set(object.id, object);
  }

  return {
    find: (kind, id) => of(kind).get(id),
    get: id => [...kinds.values()].map(objects => objects.get(id)).find(Boolean),
    list: kind => [...of(kind).values()].reverse(),
    put(object) {
      of(object.object).set(object.id, object);
      write(object);
      return object;
    },
    remove({ id, object }) {
      of(object).delete(id);
      write({ id, object, removed: true });
    },
  };
}

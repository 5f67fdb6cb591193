/** Keeps the stand-in's objects; in a directory (DATA_DIR) they outlive it, as the table's items do. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stored } from './objects.ts';

type OfKind<Kind extends Stored['object']> = Extract<Stored, { object: Kind }>;

export interface Store {
  find<Kind extends Stored['object']>(kind: Kind, id: string): OfKind<Kind> | undefined;
  /** Newest first. */
  list<Kind extends Stored['object']>(kind: Kind): OfKind<Kind>[];
  /** A new object, or a new state of one. */
  put<T extends Stored>(object: T): T;
}

export function openStore(directory?: string): Store {
  const file = directory && join(directory, 'stripe.jsonl');
  const objects = new Map<string, Stored>();
  for (const line of file && existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []) {
    const object: Stored = JSON.parse(line);
    objects.set(object.id, object);
  }
  const all = <Kind extends Stored['object']>(kind: Kind) =>
    [...objects.values()].filter((object): object is OfKind<Kind> => object.object === kind);

  return {
    find(kind, id) {
      const found = objects.get(id);
      return found?.object === kind ? (found as OfKind<typeof kind>) : undefined;
    },
    list: kind => all(kind).reverse(),
    put(object) {
      objects.set(object.id, object);
      if (file) appendFileSync(file, `${JSON.stringify(object)}\n`);
      return object;
    },
  };
}

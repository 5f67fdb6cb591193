/** What Stripe's library says of Stripe (`npm run stripe` writes it). */
import { readFileSync } from 'node:fs';
import type { Operation } from './description/operations.ts';

export type { Operation } from './description/operations.ts';

interface Description {
  readonly version: string;
  /** By operation: its parameters, by their names in the form. */
  readonly parameters: Readonly<Record<Operation, Readonly<Record<string, string>>>>;
  /** By kind of object: the members that are always there. */
  readonly members: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const file = new URL('description/description.json', import.meta.url);

export const description: Description = JSON.parse(readFileSync(file, 'utf8'));

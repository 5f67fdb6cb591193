/** The functions by their names in infra/functions/*.yml. */
import { createRequire } from 'node:module';

interface Entry {
  readonly handler: string;
  readonly events?: readonly {
    readonly httpApi?: string | { readonly method: string; readonly path: string };
  }[];
}

const { readEntries } = createRequire(import.meta.url)('../functions/index.cjs') as {
  readEntries: () => Readonly<Record<string, Entry>>;
};
const ENTRIES = readEntries();

export const FUNCTIONS = Object.keys(ENTRIES);

/** `functions/offers/create.ts` */
export function sourceOf(name: string): string {
  return `${ENTRIES[name]?.handler.replace(/\.handler$/, '')}.ts`;
}

/** `POST /api/v1/testimonies/{id}/offers` */
export function routeOf(name: string): string {
  const [{ httpApi } = {}] = ENTRIES[name]?.events ?? [];
  return typeof httpApi === 'object' ? `${httpApi.method} ${httpApi.path}` : (httpApi ?? '');
}

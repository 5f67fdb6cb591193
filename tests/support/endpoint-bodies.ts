/** Every form that an endpoint reads, and how to fill each of its fields with the same thing. */
import type * as v from 'valibot';
import { loadRoutes } from '../../infra/functions/endpoints.ts';
import type { HttpRequest } from '../../lib/http/request/request.ts';
import { describeShape } from '../../lib/validation/shape.ts';

type Schema = v.GenericSchema<unknown, unknown>;

export interface ExportedBody {
  /** The function's, `auth-login`. */
  readonly name: string;
  readonly schema: Schema;
  readonly mediaTypes: readonly string[];
  readonly read: (request: HttpRequest) => Promise<unknown>;
  /** Every field that has no fields of its own. */
  readonly leaves: readonly Leaf[];
}

export interface Leaf {
  readonly path: readonly string[];
  /** Shared by all forms that have this field. */
  readonly schema: Schema;
}

/** In the order in which an endpoint has forms for them. */
const ROLES = ['client', 'expert'] as const;

/** Nobody has uploaded anything. */
const NO_UPLOADS = { clock: { now: () => new Date() }, uploads: { find: async () => undefined } };

/** Queries are none: they come with the head of a request, whose length the platform limits. */
export async function listExportedBodies(): Promise<ExportedBody[]> {
  const routes = await loadRoutes();
  return routes.flatMap(({ name, endpoint: { body } }) =>
    (body?.bodies ?? []).map(({ schema, mediaTypes }, at) => ({
      name: at > 0 ? `${name} of an ${ROLES[at]}` : name,
      schema,
      mediaTypes,
      read: async (request: HttpRequest) => body?.read(request, { user: { role: ROLES[at] } }, NO_UPLOADS),
      leaves: listLeaves(schema),
    })),
  );
}

function listLeaves(schema: Schema): Leaf[] {
  return Object.entries(describeShape(schema).entries ?? {}).flatMap(([key, inner]) => {
    const below = listLeaves(inner).map(leaf => ({ ...leaf, path: [key, ...leaf.path] }));
    return below.length > 0 ? below : [{ path: [key], schema: describeShape(inner).schema }];
  });
}

/** The form with `value` in each of its fields, nested as the schema has them. */
export function fillAllFields(schema: Schema, value: unknown): unknown {
  const { entries } = describeShape(schema);
  if (!entries) return value;
  return Object.fromEntries(
    Object.entries(entries).map(([key, inner]) => [key, fillAllFields(inner, value)]),
  );
}

/** A form with this one field. */
export function nestValue([key, ...rest]: readonly string[], value: unknown): unknown {
  return key === undefined ? value : { [key]: nestValue(rest, value) };
}

/** List of the request bodies of all endpoints, and helpers that create bodies with a given value. */
import type * as v from 'valibot';
import { loadRoutes } from '../../infra/functions/endpoints.ts';
import type { HttpRequest } from '../../lib/http/request/request.ts';
import { describeShape } from '../../lib/validation/validate.ts';

type Schema = v.GenericSchema<unknown, unknown>;

export interface ExportedBody {
  /** Name of the endpoint's Lambda function, such as `auth-login`. */
  readonly name: string;
  readonly schema: Schema;
  readonly mediaTypes: readonly string[];
  readonly read: (request: HttpRequest) => Promise<unknown>;
  /** Fields that have no nested fields, at any depth. */
  readonly leaves: readonly Leaf[];
}

export interface Leaf {
  readonly path: readonly string[];
  /** Schema object of the field. All bodies with this field share the object. */
  readonly schema: Schema;
}

/** Roles in the order in which endpoints list their bodies. */
const ROLES = ['client', 'expert'] as const;

/** Dependencies for a body reader that find no uploaded files. */
const NO_UPLOADS = { clock: { now: () => new Date() }, uploads: { find: async () => undefined } };

/** Lists the bodies of all endpoints. Query strings are left out, because the platform limits their length. */
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

/** Returns a body with all fields of the schema and `value` in each field without nested fields. */
export function fillAllFields(schema: Schema, value: unknown): unknown {
  const { entries } = describeShape(schema);
  if (!entries) return value;
  return Object.fromEntries(
    Object.entries(entries).map(([key, inner]) => [key, fillAllFields(inner, value)]),
  );
}

/** Returns a body with `value` at the given path and no other field. */
export function nestValue([key, ...rest]: readonly string[], value: unknown): unknown {
  return key === undefined ? value : { [key]: nestValue(rest, value) };
}

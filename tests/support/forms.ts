/** Every form that an endpoint reads, and how to fill each of its fields with the same thing. */
import { readdirSync } from 'node:fs';
import type * as v from 'valibot';
import { surround } from '../../infra/openapi/surroundings.ts';
import type { BodyReader } from '../../lib/http/request.ts';
import { shapeOf } from '../../lib/validation/shape.ts';

type Schema = v.GenericSchema<unknown, unknown>;

export interface ExportedForm extends BodyReader<unknown> {
  /** The function's file and the export, `auth/login.ts form`. */
  readonly name: string;
  readonly schema: Schema;
  readonly mediaTypes: readonly string[];
  /** Every field that has no fields of its own. */
  readonly leaves: readonly Leaf[];
}

export interface Leaf {
  readonly path: readonly string[];
  /** Shared by all forms that have this field. */
  readonly schema: Schema;
}

const FUNCTIONS = new URL('../../functions/', import.meta.url);

/** Queries are none: they come with the head of a request, whose length the platform limits. */
export async function exportedForms(): Promise<ExportedForm[]> {
  surround();
  const files = readdirSync(FUNCTIONS, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.ts'),
  );
  const modules = await Promise.all(
    files.map(async file => [file, await import(new URL(file, FUNCTIONS).href)] as const),
  );
  return modules.flatMap(([file, module]) =>
    Object.entries<ExportedForm>(module)
      .filter(([, value]) => 'mediaTypes' in value)
      .map(([name, form]) => ({
        name: `${file} ${name}`,
        schema: form.schema,
        mediaTypes: form.mediaTypes,
        read: form.read,
        leaves: leavesOf(form.schema),
      })),
  );
}

function leavesOf(schema: Schema): Leaf[] {
  return Object.entries(shapeOf(schema).entries ?? {}).flatMap(([key, inner]) => {
    const below = leavesOf(inner).map(leaf => ({ ...leaf, path: [key, ...leaf.path] }));
    return below.length > 0 ? below : [{ path: [key], schema: shapeOf(inner).schema }];
  });
}

/** The form with `value` in each of its fields, nested as the schema has them. */
export function filled(schema: Schema, value: unknown): unknown {
  const { entries } = shapeOf(schema);
  if (!entries) return value;
  return Object.fromEntries(Object.entries(entries).map(([key, inner]) => [key, filled(inner, value)]));
}

/** A form with this one field. */
export function nested([key, ...rest]: readonly string[], value: unknown): unknown {
  return key === undefined ? value : { [key]: nested(rest, value) };
}

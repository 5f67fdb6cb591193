/** Changes that apply to every schema of the description. */
import { enumLabels } from './enum-labels.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * Adds labels to enumerations and types to constants, and removes defaults. Client generators treat a field with a
 * default as required, although an omitted field already means null.
 */
export function normalizeDescription<Value>(value: Value): Value {
  return change(value) as Value;
}

function change(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== 'object' || value === null) return value;
  const { default: _, ...schema } = value as JsonSchema;
  const entries = Object.entries(schema).map(([key, inner]) => [
    key,
    key === 'example' ? inner : change(inner),
  ]);
  return { ...Object.fromEntries(entries), ...labelled(schema), ...typed(schema) };
}

function labelled({ enum: values }: JsonSchema): JsonSchema {
  const labels = Array.isArray(values) && enumLabels(values);
  return labels ? { 'x-enum-labels': labels } : {};
}

/** Adds the missing type of a constant, because some generators read only `type`. */
function typed(schema: JsonSchema): JsonSchema {
  const isBare = 'const' in schema && !('type' in schema);
  return isBare ? { type: typeof schema.const } : {};
}

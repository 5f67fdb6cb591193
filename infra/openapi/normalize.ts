/** What is true of every schema, done once over the whole description. */
import { enumLabels } from './enum-labels.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * Labels for enumerations. No defaults: generators take a field with one for a field that must be there, and null
 * is what leaving a field out means anyway.
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

/** Some generators look at nothing but the type. */
function typed(schema: JsonSchema): JsonSchema {
  const isBare = 'const' in schema && !('type' in schema);
  return isBare ? { type: typeof schema.const } : {};
}

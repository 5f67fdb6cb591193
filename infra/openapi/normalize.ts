/** Changes that apply to every schema of the API description. */
import { findEnumLabels } from './enum-labels.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * Adds labels to enumerations and types to constants, and removes default values. With default values, client
 * generators would treat a field as required, although clients may omit the field.
 */
export function normalizeDescription<Value>(value: Value): Value {
  return normalizeValue(value) as Value;
}

function normalizeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalizeValue);
  if (typeof value !== 'object' || value === null) return value;
  const { default: _, ...schema } = value as JsonSchema;
  const entries = Object.entries(schema).map(([key, member]) => [
    key,
    key === 'example' || key === 'examples' ? member : normalizeValue(member),
  ]);
  return { ...Object.fromEntries(entries), ...createLabels(schema), ...createType(schema) };
}

function createLabels({ enum: values }: JsonSchema): JsonSchema {
  const labels = Array.isArray(values) && findEnumLabels(values);
  return labels ? { 'x-enum-labels': labels } : {};
}

/** Returns the type of a constant whose schema has no type, because some client generators read only `type`. */
function createType(schema: JsonSchema): JsonSchema {
  const isUntyped = 'const' in schema && !('type' in schema);
  return isUntyped ? { type: typeof schema.const } : {};
}

/** Parts of the schemas of stored records (infra/decisions/0046-schemas-of-records.md). */
import * as v from 'valibot';

/** Record that a schema describes, readonly at every depth. */
export type Stored<CreateSchema extends () => v.GenericSchema> = Immutable<
  v.InferOutput<ReturnType<CreateSchema>>
>;

/** Record that is created: fields with a default can be left out. */
export type Created<CreateSchema extends () => v.GenericSchema> = Immutable<
  v.InferInput<ReturnType<CreateSchema>>
>;

type Immutable<T> = { readonly [Name in keyof T]: Immutable<T[Name]> };

export const text = /* @__PURE__ */ v.string();
export const number = /* @__PURE__ */ v.number();
export const flag = /* @__PURE__ */ v.boolean();
export const nullableText = /* @__PURE__ */ v.nullable(text);
export const optionalText = /* @__PURE__ */ v.exactOptional(text);
export const optionalNumber = /* @__PURE__ */ v.exactOptional(number);
export const optionalFlag = /* @__PURE__ */ v.exactOptional(flag);

/** Schema of a text to which later releases may add values, so it accepts every text. */
export const extensibleText = <Value extends string>() => v.custom<Value>(value => typeof value === 'string');

/**
 * Schema of an object. Attributes that it does not know, such as those of a later release, stay in the record.
 * `v.looseObject` does the same, but would be a second copy of `v.object` in bundles, and is slower.
 */
export function storedObject<const Entries extends v.ObjectEntries>(
  entries: Entries,
): v.ObjectSchema<Entries, undefined> {
  const schema = v.object(entries);
  return {
    ...schema,
    '~run'(dataset, config) {
      const attributes = dataset.value as Record<string, unknown>;
      const result = schema['~run'](dataset, config);
      if (!result.typed) return result;
      const record = result.value as Record<string, unknown>;
      for (const name in attributes) if (!(name in entries)) record[name] = attributes[name];
      return result;
    },
  };
}

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

export const textSchema = /* @__PURE__ */ v.string();
export const numberSchema = /* @__PURE__ */ v.number();
export const flagSchema = /* @__PURE__ */ v.boolean();
export const nullableTextSchema = /* @__PURE__ */ v.nullable(textSchema);
export const optionalTextSchema = /* @__PURE__ */ v.exactOptional(textSchema);
export const optionalNumberSchema = /* @__PURE__ */ v.exactOptional(numberSchema);
export const optionalFlagSchema = /* @__PURE__ */ v.exactOptional(flagSchema);

/** Schema of a text to which later releases may add values, so it accepts every text. */
export const createExtensibleTextSchema = <Value extends string>() =>
  v.custom<Value>(value => typeof value === 'string');

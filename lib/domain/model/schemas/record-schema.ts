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

/**
 * Upload keys in place of files (infra/docs/api/uploads.md#using-an-upload). Keys are checked together with the field
 * rules, so one response reports both invalid fields and unusable keys, and an invalid request does not use up its
 * challenge token.
 */
import { InvalidBodyError } from '../../domain/errors.ts';
import { findUploads } from '../../domain/files/uploads.ts';
import type { NamedUploads, SubmittedFile, UploadPurpose } from '../../domain/model/file.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import { readUploadKey } from '../../validation/files.ts';
import { toFieldErrors } from '../response/error-response.ts';
import type { BodyReader } from './request.ts';

type WithFiles<Form, Field extends keyof Form> = Omit<Form, Field> & Record<Field, SubmittedFile>;

/**
 * Adds the lookup of uploads to a body reader.
 *
 * @param fields the fields that may hold a file, in the order of the body
 */
export function withUploads<Form extends object, Who, const Field extends keyof Form & string>(
  form: BodyReader<Form, Who>,
  purpose: UploadPurpose,
  ...fields: readonly Field[]
): BodyReader<WithFiles<Form, Field>, Who, Pick<Dependencies, 'clock' | 'uploads'>> {
  return {
    bodies: form.bodies,
    async read(request, caller, deps) {
      const read = await form.read(request, caller, deps).catch(invalid);
      const sent = read instanceof InvalidBodyError ? read.sent : read;
      const known = read instanceof InvalidBodyError ? read.errors : {};
      const unjudged = fields.filter(field => !(field in known));
      const { files, reasons } = await findUploads(namedIn(sent, unjudged), purpose, deps);
      const errors = { ...known, ...toFieldErrors(reasons) };
      const checked = read instanceof InvalidBodyError ? undefined : read;
      if (Object.keys(errors).length > 0) throw new InvalidBodyError(inOrder(errors, form), {}, checked);
      return { ...read, ...files } as WithFiles<Form, Field>;
    },
  };
}

function invalid(error: unknown): InvalidBodyError {
  if (error instanceof InvalidBodyError) return error;
  throw error;
}

function namedIn(sent: object, fields: readonly string[]): NamedUploads {
  const values = new Map(Object.entries(sent));
  return Object.fromEntries(
    fields.flatMap(field => {
      const key = readUploadKey(values.get(field));
      return key === undefined ? [] : [[field, key]];
    }),
  );
}

/** Sorts errors in the order of the body's fields, because the summary of a 422 begins with the first error. */
function inOrder(
  errors: InvalidBodyError['errors'],
  { bodies: [form] }: BodyReader<unknown, never>,
): InvalidBodyError['errors'] {
  const names = Object.keys(form?.schema.entries ?? {});
  const rank = (path: string) => names.indexOf(path.split('.', 1)[0] ?? '');
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => rank(a) - rank(b)));
}

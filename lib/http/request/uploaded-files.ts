/**
 * Upload keys in place of files (infra/docs/api/uploads.md#using-an-upload). Keys are checked together with the field
 * rules, so that one response reports both invalid fields and unusable keys, and an invalid request does not use up its
 * challenge token.
 */
import { InvalidBodyError } from '../../domain/errors.ts';
import { findUploads } from '../../domain/files/uploads.ts';
import type { NamedUploads, SubmittedFile, UploadPurpose } from '../../domain/model/files/file.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import { readUploadKey } from '../../validation/files.ts';
import { toFieldErrors } from '../response/error-response.ts';
import type { BodyReader } from './request.ts';

type BodyWithFiles<Body, Field extends keyof Body> = Omit<Body, Field> & Record<Field, SubmittedFile>;

/**
 * Adds the lookup of uploads to a body reader.
 * @param fields the fields that may hold a file, in the order of the body
 */
export function withUploads<Body extends object, Who, const Field extends keyof Body & string>(
  bodyReader: BodyReader<Body, Who>,
  purpose: UploadPurpose,
  ...fields: readonly Field[]
): BodyReader<BodyWithFiles<Body, Field>, Who, Pick<Dependencies, 'clock' | 'uploads'>> {
  return {
    bodies: bodyReader.bodies,
    async read(request, caller, deps) {
      const read = await bodyReader.read(request, caller, deps).catch(catchInvalidBody);
      const invalid = read instanceof InvalidBodyError ? read : undefined;
      const fieldErrors = invalid?.errors ?? {};
      const fieldsWithoutErrors = fields.filter(field => !(field in fieldErrors));
      const uploadKeys = collectUploadKeys(invalid?.sent ?? read, fieldsWithoutErrors);
      const hasUploads = Object.keys(uploadKeys).length > 0;
      if (invalid && !hasUploads) throw invalid;
      if (!hasUploads) return read as BodyWithFiles<Body, Field>;
      const { files, reasons } = await findUploads(uploadKeys, purpose, deps);
      const errors = { ...fieldErrors, ...toFieldErrors(reasons) };
      if (Object.keys(errors).length > 0)
        throw new InvalidBodyError(sortErrors(errors, bodyReader), {}, invalid ? undefined : read);
      return { ...read, ...files } as BodyWithFiles<Body, Field>;
    },
  };
}

function catchInvalidBody(error: unknown): InvalidBodyError {
  if (error instanceof InvalidBodyError) return error;
  throw error;
}

function collectUploadKeys(body: object, fields: readonly string[]): NamedUploads {
  const values = new Map(Object.entries(body));
  return Object.fromEntries(
    fields.flatMap(field => {
      const key = readUploadKey(values.get(field));
      return key === undefined ? [] : [[field, key]];
    }),
  );
}

/** Sorts errors by the order of the body's fields, because the summary of a 422 begins with the first error. */
function sortErrors(
  errors: InvalidBodyError['errors'],
  { bodies: [bodyDescription] }: BodyReader<unknown, never>,
): InvalidBodyError['errors'] {
  const names = Object.keys(bodyDescription?.schema.entries ?? {});
  const rank = (path: string) => names.indexOf(path.split('.', 1)[0] ?? '');
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => rank(a) - rank(b)));
}

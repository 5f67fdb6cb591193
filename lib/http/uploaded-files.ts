/**
 * Uploads in the place of files (contract §5). Their keys are field rules among others: whoever sends a wrong
 * address and a key that is used up is told of both, before any challenge token is spent.
 */
import { Invalid } from '../domain/errors.ts';
import { findUploads } from '../domain/files/uploads.ts';
import type { NamedUploads, Purpose, SentFile } from '../domain/model/file.ts';
import type { World } from '../domain/ports/world.ts';
import { uploadKeyIn } from '../validation/files.ts';
import { byField } from './problem.ts';
import type { FormReader } from './request.ts';

type WithFiles<Form, Field extends keyof Form> = Omit<Form, Field> & Record<Field, SentFile>;

/** @param fields those in which a file may stand, in the order of the form */
export function withUploads<Form extends object, Who, const Field extends keyof Form & string>(
  form: FormReader<Form, Who>,
  purpose: Purpose,
  ...fields: readonly Field[]
): FormReader<WithFiles<Form, Field>, Who, Pick<World, 'clock' | 'uploads'>> {
  return {
    forms: form.forms,
    async read(request, caller, needs) {
      const read = await form.read(request, caller, needs).catch(invalid);
      const sent = read instanceof Invalid ? read.sent : read;
      const known = read instanceof Invalid ? read.errors : {};
      const unjudged = fields.filter(field => !(field in known));
      const { files, reasons } = await findUploads(namedIn(sent, unjudged), purpose, needs);
      const errors = { ...known, ...byField(reasons) };
      const checked = read instanceof Invalid ? undefined : read;
      if (Object.keys(errors).length > 0) throw new Invalid(inOrder(errors, form), {}, checked);
      return { ...read, ...files } as WithFiles<Form, Field>;
    },
  };
}

function invalid(error: unknown): Invalid {
  if (error instanceof Invalid) return error;
  throw error;
}

function namedIn(sent: object, fields: readonly string[]): NamedUploads {
  const values = new Map(Object.entries(sent));
  return Object.fromEntries(
    fields.flatMap(field => {
      const key = uploadKeyIn(values.get(field));
      return key === undefined ? [] : [[field, key]];
    }),
  );
}

/** As if one look had found them all: the first of them opens the summary (spec §7.3). */
function inOrder(
  errors: Invalid['errors'],
  { forms: [form] }: FormReader<unknown, never>,
): Invalid['errors'] {
  const names = Object.keys(form?.schema.entries ?? {});
  const rank = (path: string) => names.indexOf(path.split('.', 1)[0] ?? '');
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => rank(a) - rank(b)));
}

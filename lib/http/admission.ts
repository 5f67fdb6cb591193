import { InvalidBody } from '../domain/errors.ts';
import type { BodyReader } from './request.ts';

/**
 * A form that says by one of its fields who may send it: that is judged before the rules of the other fields
 * (infra/docs/api/conventions.md).
 *
 * @param admit throws for whoever may not; sees what was sent, whatever is wrong with it
 */
export function authorizeByField<Form extends object, Who, Deps>(
  form: BodyReader<Form, Who, Deps>,
  admit: (sent: object, caller: Who) => void,
): BodyReader<Form, Who, Deps> {
  return {
    forms: form.forms,
    async read(request, caller, deps) {
      try {
        const read = await form.read(request, caller, deps);
        admit(read, caller);
        return read;
      } catch (error) {
        if (error instanceof InvalidBody) admit(error.sent, caller);
        throw error;
      }
    },
  };
}

import { Invalid } from '../domain/errors.ts';
import type { FormReader } from './request.ts';

/**
 * A form that says by one of its fields who may send it: that is judged before the rules of the other fields
 * (contract §1 "Order of checks").
 *
 * @param admit throws for whoever may not; sees what was sent, whatever is wrong with it
 */
export function admitting<Form extends object, Who, Needs>(
  form: FormReader<Form, Who, Needs>,
  admit: (sent: object, caller: Who) => void,
): FormReader<Form, Who, Needs> {
  return {
    forms: form.forms,
    async read(request, caller, needs) {
      try {
        const read = await form.read(request, caller, needs);
        admit(read, caller);
        return read;
      } catch (error) {
        if (error instanceof Invalid) admit(error.sent, caller);
        throw error;
      }
    },
  };
}

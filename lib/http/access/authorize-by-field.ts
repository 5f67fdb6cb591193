import { InvalidBodyError } from '../../domain/errors.ts';
import type { BodyReader } from '../request/request.ts';

/**
 * Adds an authorization check that depends on a field of the body. An authorization error takes precedence over errors
 * of other fields (infra/docs/api/conventions.md#order-of-checks).
 * @param admit function that throws when the caller may not send this body. It receives the validated fields, or the
 *   submitted fields when validation failed
 */
export function authorizeByField<Form extends object, Who, Deps>(
  form: BodyReader<Form, Who, Deps>,
  admit: (sent: object, caller: Who) => void,
): BodyReader<Form, Who, Deps> {
  return {
    bodies: form.bodies,
    async read(request, caller, deps) {
      try {
        const read = await form.read(request, caller, deps);
        admit(read, caller);
        return read;
      } catch (error) {
        if (error instanceof InvalidBodyError) admit(error.sent, caller);
        throw error;
      }
    },
  };
}

import type { Caller, User } from '../domain/model/account.ts';
import type { FormReader, HttpRequest } from './request.ts';

/** Reads the form of the caller's role. */
export function formPerRole<ClientForm, ExpertForm>(
  forms: Readonly<{ client: FormReader<ClientForm>; expert: FormReader<ExpertForm> }> &
    Record<User['role'], unknown>,
): FormReader<ClientForm | ExpertForm, Caller> {
  return {
    forms: [...forms.client.forms, ...forms.expert.forms],
    read: (request: HttpRequest, { user }: Caller, needs: unknown) =>
      forms[user.role].read(request, undefined, needs),
  };
}

import type { Caller, User } from '../../domain/model/account.ts';
import type { BodyReader, HttpRequest } from './request.ts';

/** Reads the body with the reader for the caller's role. */
export function bodyPerRole<ClientForm, ExpertForm>(
  forms: Readonly<{ client: BodyReader<ClientForm>; expert: BodyReader<ExpertForm> }> &
    Record<User['role'], unknown>,
): BodyReader<ClientForm | ExpertForm, Caller> {
  return {
    bodies: [...forms.client.bodies, ...forms.expert.bodies],
    read: (request: HttpRequest, { user }: Caller, deps: unknown) =>
      forms[user.role].read(request, undefined, deps),
  };
}

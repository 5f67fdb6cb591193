import type { User } from '../../domain/model/account.ts';
import type { Caller } from '../../domain/model/credentials.ts';
import type { BodyReader, HttpRequest } from './request.ts';

export function bodyPerRole<ClientBody, ExpertBody>(
  readers: Readonly<{ client: BodyReader<ClientBody>; expert: BodyReader<ExpertBody> }> &
    Record<User['role'], unknown>,
): BodyReader<ClientBody | ExpertBody, Caller> {
  return {
    bodies: [...readers.client.bodies, ...readers.expert.bodies],
    read: (request: HttpRequest, { user }: Caller, deps: unknown) =>
      readers[user.role].read(request, undefined, deps),
  };
}

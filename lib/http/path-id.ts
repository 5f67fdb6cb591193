import { DomainError } from '../domain/errors.ts';
import type { HttpRequest } from './request.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * An id in the path. No table is asked for what is no identifier: there is no such thing
 * (infra/docs/api/conventions.md).
 */
export function readPathId({ params }: HttpRequest, name = 'id'): string {
  const id = params[name] ?? '';
  if (!UUID.test(id)) throw new DomainError('not-found');
  return id;
}

import { DomainError } from '../../domain/errors.ts';
import type { HttpRequest } from './request.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Reads an id from the path.
 *
 * @throws DomainError `not-found` when the value is not a UUID, so the table is not read for it
 */
export function readPathId({ params }: HttpRequest, name = 'id'): string {
  const id = params[name] ?? '';
  if (!UUID.test(id)) throw new DomainError('not-found');
  return id;
}

import { expect, it } from 'vitest';
import { deriveId } from '../../../lib/domain/derive-id.ts';
import { systemRandom } from '../../../lib/platform/system.ts';

const PARENT = systemRandom.uuid();

it('deriveId returns the same UUIDv7, with the timestamp of the parent id, for the same input', () => {
  const id = deriveId(PARENT, 'an offer');

  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(id.slice(0, 14)).toBe(PARENT.slice(0, 14));
  expect(deriveId(PARENT, 'an offer')).toBe(id);
});

/** System clock and random generator. */
import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { Clock, Random } from '../domain/ports/services.ts';

export const systemClock: Clock = { now: () => new Date() };

export const systemRandom: Random = {
  uuid: () => v7(),
  secret: () => randomBytes(32).toString('base64url'),
  hex128: () => randomBytes(16).toString('hex'),
};

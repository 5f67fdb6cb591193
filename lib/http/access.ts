/**
 * Who may enter (spec §5.4): the first declared property of every endpoint.
 */
import { Refusal } from '../domain/refusal.ts';
import { type Caller, findCaller } from '../domain/tokens.ts';
import type { World } from '../domain/world.ts';
import type { HttpRequest } from './request.ts';

/** Resolves to what the story learns about the caller, or throws a `Refusal`. */
export type Access<Who, Needs> = (request: HttpRequest, needs: Needs) => Promise<Who>;

type TokenNeeds = Pick<World, 'tokens'>;

/** Everybody; nobody looks at a token. */
export const anyone: Access<undefined, unknown> = async () => undefined;

/** Only callers without a valid token: a bad one means guest (contract §1). */
export const guestsOnly: Access<undefined, TokenNeeds> = async (request, needs) => {
  if (await findCaller(request.headers.authorization, needs)) throw new Refusal('already-signed-in');
  return undefined;
};

/** Only callers with a valid token. */
export const signedIn: Access<Caller, TokenNeeds> = async (request, needs) => {
  const caller = await findCaller(request.headers.authorization, needs);
  if (!caller) throw new Refusal('unauthenticated');
  return caller;
};

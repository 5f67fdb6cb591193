/**
 * Who may enter (spec §5.4): the first declared property of every endpoint.
 *
 * Rules wrap one another, `verified(asExpert)`; each throws the `Refusal` that is its own.
 */
import { findCaller, noteUse } from '../domain/accounts/sign-in.ts';
import { Refusal } from '../domain/errors.ts';
import type { Caller, Client, Expert, User } from '../domain/model/account.ts';
import { isApproved } from '../domain/model/account.ts';
import type { World } from '../domain/ports/world.ts';
import { log } from '../log.ts';
import type { HttpRequest } from './request.ts';

/** Resolves to what the story learns about the caller, or throws a `Refusal`. */
export type Access<Who, Needs> = (request: HttpRequest, needs: Needs) => Promise<Entry<Who>>;

export interface Entry<Who> {
  readonly who: Who;
  /** What goes on beside the story; never rejects. */
  readonly meanwhile?: () => Promise<void>;
}

type TokenNeeds = Pick<World, 'tokens'>;
type CallerOf<Role extends User> = Caller & { readonly user: Role };

/** Everybody; nobody looks at a token. */
export const anyone: Access<undefined, unknown> = async () => ({ who: undefined });

/** Everybody; a caller with a valid token is known. */
export const anyoneKnown: Access<Caller | undefined, TokenNeeds> = async (request, needs) => ({
  who: await findCaller(request.headers.authorization, needs),
});

/** Only callers without a valid token: a bad one means guest (contract §1). */
export const guestsOnly: Access<undefined, TokenNeeds> = async (request, needs) => {
  if (await findCaller(request.headers.authorization, needs)) throw new Refusal('already-signed-in');
  return { who: undefined };
};

/** Only callers with a valid token. That it was used is noted while the story runs. */
export const signedIn: Access<Caller, TokenNeeds> = async (request, needs) => {
  const who = await findCaller(request.headers.authorization, needs);
  if (!who) throw new Refusal('unauthenticated');
  const meanwhile = () =>
    noteUse(who.token, request.receivedAt, needs).catch(error =>
      log.warn({ event: 'use of a token not noted', error }),
    );
  return { who, meanwhile };
};

export const asClient: Access<CallerOf<Client>, TokenNeeds> = only(
  signedIn,
  (caller): caller is CallerOf<Client> => caller.user.role === 'client',
);

export const asExpert: Access<CallerOf<Expert>, TokenNeeds> = only(
  signedIn,
  (caller): caller is CallerOf<Expert> => caller.user.role === 'expert',
);

/** Only callers whose e-mail address is verified (spec §5.4). */
export function verified<Rule extends Access<Caller, TokenNeeds>>(access: Rule): Rule {
  const rule: Access<Caller, TokenNeeds> = async (request, needs) => {
    const entry = await access(request, needs);
    if (!entry.who.user.emailVerified) throw new Refusal('unverified');
    return entry;
  };
  return rule as Rule;
}

/** Only experts who are approved (contract §3). */
export function approved(access: Access<CallerOf<Expert>, TokenNeeds>): Access<CallerOf<Expert>, TokenNeeds> {
  return async (request, needs) => {
    const entry = await access(request, needs);
    if (!isApproved(entry.who.user)) throw new Refusal('unapproved');
    return entry;
  };
}

/** Only operators, whom API Gateway has identified by their AWS signature (contract §3). */
export const operatorsOnly: Access<{ readonly operator: string }, unknown> = async ({ operator }) => {
  if (!operator) throw new Refusal('unauthorized');
  return { who: { operator } };
};

function only<Who extends Caller, Needs>(
  access: Access<Caller, Needs>,
  isRight: (caller: Caller) => caller is Who,
): Access<Who, Needs> {
  return async (request, needs) => {
    const { who, ...entry } = await access(request, needs);
    if (!isRight(who)) throw new Refusal('unauthorized');
    return { ...entry, who };
  };
}

/**
 * One endpoint: whom it lets in, what it counts, what it reads, and its story.
 *
 * `handle` keeps the order of checks that contract §1 promises for every route: access, limit per
 * source, body, field rules, limit per address, and then whatever the story asks.
 */
import { identify } from '../log.ts';
import type { Access } from './access.ts';
import type { Answer } from './answer.ts';
import type { Limit } from './rate-limit.ts';
import type { BodyReader, HttpRequest } from './request.ts';

interface Context<Who, Body> {
  readonly caller: Who;
  readonly body: Body;
  readonly request: HttpRequest;
}

/** The needs of access, limit and story are told apart so that each is inferred from its own part. */
interface Declaration<Who, Body, AccessNeeds, LimitNeeds, StoryNeeds> {
  readonly access: Access<Who, AccessNeeds>;
  readonly limit?: Limit<NoInfer<Body>, LimitNeeds>;
  /** What is read; where it depends on who sends it, says so. */
  readonly body?: BodyReader<Body> | ((caller: Who) => BodyReader<Body>);
  run(scene: Context<Who, Body>, needs: StoryNeeds): Promise<Answer>;
}

export interface Endpoint<Needs> {
  handle(request: HttpRequest, needs: Needs): Promise<Answer>;
}

export function endpoint<Who, AccessNeeds, Body = undefined, LimitNeeds = unknown, StoryNeeds = unknown>({
  access,
  limit,
  body,
  run,
}: Declaration<Who, Body, AccessNeeds, LimitNeeds, StoryNeeds>): Endpoint<
  AccessNeeds & LimitNeeds & StoryNeeds
> {
  return {
    async handle(request, needs) {
      const { who: caller, meanwhile } = await access(request, needs);
      if (isSignedIn(caller)) identify(caller.user.id);
      const beside = meanwhile?.();
      try {
        const reader = typeof body === 'function' ? body(caller) : body;
        const read = async () => (await reader?.read(request, request.receivedAt)) as Body;
        const form = limit ? await admit(limit, request, needs, read) : await read();
        return await run({ caller, body: form, request }, needs);
      } finally {
        await beside;
      }
    },
  };
}

/** Counts the request and reads its body, so that it looks as if the source had been counted first. */
async function admit<Body, Needs>(
  limit: Limit<Body, Needs>,
  request: HttpRequest,
  needs: Needs,
  read: () => Promise<Body>,
): Promise<Body> {
  const bySource = { limit: limit.source, key: request.source, at: request.receivedAt };
  if (!limit.ofBody) {
    await limit.count([bySource], needs);
    return read();
  }
  const [reading] = await Promise.allSettled([read()]);
  const byBody = reading.status === 'fulfilled' ? [limit.ofBody(reading.value, request)] : [];
  await limit.count([bySource, ...byBody], needs);
  if (reading.status === 'rejected') throw reading.reason;
  return reading.value;
}

function isSignedIn(caller: unknown): caller is { user: { id: string } } {
  return typeof caller === 'object' && caller !== null && 'user' in caller;
}

/**
 * One endpoint: what it needs, whom it lets in, what it is about, what it reads, what it answers, and its story.
 *
 * `handle` keeps the order of checks that contract §1 promises for every route: access, limit per source, what
 * the path names and whose it is, body, field rules, whether it was answered before, quota per user, and then
 * whatever the story asks. All of it is declared as values, so the API's description and the tests read the same thing as the callers meet.
 */
import type { Reason } from '../domain/errors.ts';
import { identify } from '../log.ts';
import type { About } from './about.ts';
import type { Access } from './access.ts';
import type { Answer } from './answer.ts';
import { everyTime, type Idempotency, type Once } from './idempotency.ts';
import type { Limit, Quota } from './rate-limit.ts';
import type { FormReader, HttpRequest, QueryReader } from './request.ts';
import { failOnDemand } from './sandbox-failure.ts';
import type { BodyOf, NoExtraMembers, StatusOf, SuccessResponse } from './success-response.ts';

export interface Context<Who, Subject, Query, Form> {
  readonly caller: Who;
  /** What the path names. */
  readonly subject: Subject;
  readonly query: Query;
  readonly body: Form;
  /** Keeps the answer for the same request, where the endpoint is idempotent. */
  readonly once: Once;
  readonly request: HttpRequest;
}

interface Declaration<Needs, Who, Subject, Query, Form, Response extends SuccessResponse> {
  /** Everything outside that is touched, by access and limit too. */
  readonly needs: Needs;
  readonly access: Access<Who, NoInfer<Needs>>;
  readonly limit?: Limit<NoInfer<Needs>>;
  readonly about?: About<Subject, NoInfer<Who>, NoInfer<Needs>>;
  readonly query?: QueryReader<Query>;
  readonly body?: FormReader<Form, NoInfer<Who>, NoInfer<Needs>>;
  readonly idempotent?: Idempotency<NoInfer<Needs>>;
  readonly quota?: Quota<NoInfer<Who>, NoInfer<Needs>>;
  /** Headers that the story reads by itself. */
  readonly headers?: Readonly<Record<string, 'required' | 'optional'>>;
  /** The success response. `run` is checked against it; the description and the tests read it. */
  readonly response: Response & NoExtraMembers<Response>;
  /** What the story may refuse with, besides what is declared above. */
  readonly refuses?: readonly Reason[];
  readonly run: (
    context: Context<NoInfer<Who>, NoInfer<Subject>, NoInfer<Query>, NoInfer<Form>>,
    needs: NoInfer<Needs>,
  ) => Promise<Answer<StatusOf<NoInfer<Response>>, BodyOf<NoInfer<Response>>>>;
}

// biome-ignore lint/suspicious/noExplicitAny: whom it lets in and what it reads is its own affair
type AnyDeclaration<Needs> = Declaration<Needs, any, any, any, any, any>;

export interface Endpoint<Needs> extends AnyDeclaration<Needs> {
  readonly response: SuccessResponse;
  handle(request: HttpRequest, needs: Needs): Promise<Answer>;
}

export function endpoint<
  Needs,
  Who,
  const Response extends SuccessResponse,
  Subject = undefined,
  Query = undefined,
  Form = undefined,
>(declared: Declaration<Needs, Who, Subject, Query, Form, Response>): Endpoint<Needs> {
  const { access, limit, about, query, body, idempotent, quota, run } = declared;
  return {
    ...declared,
    async handle(request, needs) {
      const { who: caller, meanwhile } = await access.enter(request, needs);
      const userId = isSignedIn(caller) ? caller.user.id : undefined;
      if (userId) identify(userId);
      const beside = meanwhile?.();
      try {
        await limit?.count(request, needs);
        if (isSignedIn(caller)) await failOnDemand(request.failure);
        const subject = (await about?.find(request, caller, needs)) as Subject;
        const wanted = (await query?.read(request)) as Query;
        const read = async () => (await body?.read(request, caller, needs)) as Form;
        const work = async (form: Form, once: Once) => {
          await quota?.count(request, caller, needs);
          return run({ caller, subject, query: wanted, body: form, once, request }, needs);
        };
        const answer = idempotent?.answer ?? everyTime;
        return await answer({ request, userId, read, work }, needs);
      } finally {
        await beside;
      }
    },
  };
}

function isSignedIn(caller: unknown): caller is { user: { id: string } } {
  return typeof caller === 'object' && caller !== null && 'user' in caller;
}

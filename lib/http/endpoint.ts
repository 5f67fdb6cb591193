/**
 * Declaration of an endpoint: dependencies, access rule, rate limits, resource, query, body, responses and handler.
 *
 * `respond` runs the checks of every route in the same order (infra/docs/api/conventions.md#order-of-checks): access,
 * limit per source, resource and its owner, body, field rules, idempotency, quota per user. The handler runs last. The
 * declaration consists of values, so the OpenAPI document and the tests read what the running endpoint uses.
 */
import type { ErrorCode } from '../domain/errors.ts';
import { setLogUser } from '../log.ts';
import type { Resource } from './about.ts';
import type { Access } from './access.ts';
import type { Answer } from './answer.ts';
import { type Idempotency, type IdempotentRun, runAlways } from './idempotency.ts';
import type { Limit, Quota } from './rate-limit.ts';
import type { BodyReader, HttpRequest, QueryReader } from './request.ts';
import { simulateFailure } from './sandbox-failure.ts';
import type { BodyOf, NoExtraMembers, StatusOf, SuccessResponse } from './success-response.ts';

export interface Context<Who, Subject, Query, Form> {
  readonly caller: Who;
  /** The resource that the path names. */
  readonly subject: Subject;
  readonly query: Query;
  readonly body: Form;
  /** Does the work once and stores its response for retries, where the endpoint is idempotent. */
  readonly once: IdempotentRun;
  readonly request: HttpRequest;
}

interface Declaration<Deps, Who, Subject, Query, Form, Response extends SuccessResponse> {
  /** Dependencies of the handler and of all checks. */
  readonly deps: Deps;
  readonly access: Access<Who, NoInfer<Deps>>;
  readonly limit?: Limit<NoInfer<Deps>>;
  readonly resource?: Resource<Subject, NoInfer<Who>, NoInfer<Deps>>;
  readonly query?: QueryReader<Query>;
  readonly body?: BodyReader<Form, NoInfer<Who>, NoInfer<Deps>>;
  readonly idempotent?: Idempotency<NoInfer<Deps>>;
  readonly quota?: Quota<NoInfer<Who>, NoInfer<Deps>>;
  /** Request headers that the handler reads. */
  readonly headers?: Readonly<Record<string, 'required' | 'optional'>>;
  /** The success response. `handle` is checked against it; the description and the tests read it. */
  readonly response: Response & NoExtraMembers<Response>;
  /** Error codes that the handler may throw, in addition to those of the checks declared above. */
  readonly errors?: readonly ErrorCode[];
  readonly handle: (
    context: Context<NoInfer<Who>, NoInfer<Subject>, NoInfer<Query>, NoInfer<Form>>,
    deps: NoInfer<Deps>,
  ) => Promise<Answer<StatusOf<NoInfer<Response>>, BodyOf<NoInfer<Response>>>>;
}

// biome-ignore lint/suspicious/noExplicitAny: whom it lets in and what it reads is its own affair
type AnyDeclaration<Deps> = Declaration<Deps, any, any, any, any, any>;

export interface Endpoint<Deps> extends AnyDeclaration<Deps> {
  readonly response: SuccessResponse;
  respond(request: HttpRequest, deps: Deps): Promise<Answer>;
}

export function endpoint<
  Deps,
  Who,
  const Response extends SuccessResponse,
  Subject = undefined,
  Query = undefined,
  Form = undefined,
>(declared: Declaration<Deps, Who, Subject, Query, Form, Response>): Endpoint<Deps> {
  const { access, limit, resource, query, body, idempotent, quota, handle } = declared;
  return {
    ...declared,
    async respond(request, deps) {
      const { who: caller, meanwhile } = await access.authenticate(request, deps);
      const userId = isSignedIn(caller) ? caller.user.id : undefined;
      if (userId) setLogUser(userId);
      const beside = meanwhile?.();
      try {
        await limit?.count(request, deps);
        if (isSignedIn(caller)) await simulateFailure(request.failure);
        const subject = (await resource?.load(request, caller, deps)) as Subject;
        const wanted = (await query?.read(request)) as Query;
        const read = async () => (await body?.read(request, caller, deps)) as Form;
        const work = async (form: Form, once: IdempotentRun) => {
          await quota?.count(request, caller, deps);
          return handle({ caller, subject, query: wanted, body: form, once, request }, deps);
        };
        const answer = idempotent?.answer ?? runAlways;
        return await answer({ request, userId, read, work }, deps);
      } finally {
        await beside;
      }
    },
  };
}

function isSignedIn(caller: unknown): caller is { user: { id: string } } {
  return typeof caller === 'object' && caller !== null && 'user' in caller;
}

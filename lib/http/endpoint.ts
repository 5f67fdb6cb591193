/**
 * Declaration of an endpoint: dependencies, access rule, rate limits, resource, query, body, responses and handler.
 *
 * `respond` runs the checks of every route in the same order (infra/docs/api/conventions.md#order-of-checks): access,
 * limit per IP address, resource and its owner, query, body, field rules, idempotency, quota per user. The handler runs
 * last. The declaration consists of values, so the OpenAPI generator and the tests read the same values as the running
 * endpoint.
 */
import type { ErrorCode } from '../domain/errors.ts';
import { type Affiliation, readAffiliation } from '../domain/model/partners/partner.ts';
import { setLogUser } from '../log.ts';
import type { Access } from './access/access.ts';
import type { RequestLimit, UserQuota } from './access/request-limits.ts';
import {
  type IdempotencyStrategy,
  runWithoutIdempotency,
  type WriteFunction,
} from './idempotency/idempotency.ts';
import type { BodyReader, HttpRequest, QueryReader } from './request/request.ts';
import type { ResourceLoader } from './request/resource.ts';
import type { HttpResponse } from './response/response.ts';
import type {
  NoExtraMembers,
  ResponseBodyOf,
  ResponseStatusOf,
  SuccessResponse,
} from './response/success-response.ts';
import { simulateFailure } from './simulated-failure.ts';

export interface HandlerContext<Who, Subject, Query, Form> {
  readonly caller: Who;
  readonly subject: Subject;
  readonly query: Query;
  readonly body: Form;
  /** Runs a unit of work, which decides, responds and commits (infra/decisions/0024-unit-of-work.md). */
  readonly write: WriteFunction;
  readonly request: HttpRequest;
}

export interface EndpointDeclaration<Deps, Who, Subject, Query, Form, Response extends SuccessResponse> {
  /** Dependencies of the handler and of all checks. */
  readonly deps: Deps;
  readonly access: Access<Who, NoInfer<Deps>>;
  readonly limit?: RequestLimit<NoInfer<Deps>>;
  readonly resource?: ResourceLoader<Subject, NoInfer<Who>, NoInfer<Deps>>;
  readonly query?: QueryReader<Query>;
  readonly body?: BodyReader<Form, NoInfer<Who>, NoInfer<Deps>>;
  readonly idempotent?: IdempotencyStrategy<NoInfer<Deps>>;
  readonly quota?: UserQuota<NoInfer<Who>, NoInfer<Deps>>;
  /** Request headers that the handler reads. */
  readonly headers?: Readonly<Record<string, 'required' | 'optional'>>;
  /** The success response. TypeScript checks `handle` against it; the OpenAPI generator and the tests read it. */
  readonly response: Response & NoExtraMembers<Response>;
  /** Error codes that the handler may throw, in addition to those of the checks declared above. */
  readonly errors?: readonly ErrorCode[];
  readonly handle: (
    context: HandlerContext<NoInfer<Who>, NoInfer<Subject>, NoInfer<Query>, NoInfer<Form>>,
    deps: NoInfer<Deps>,
  ) => Promise<HttpResponse<ResponseStatusOf<NoInfer<Response>>, ResponseBodyOf<NoInfer<Response>>>>;
}

// biome-ignore lint/suspicious/noExplicitAny: the type parameters differ from endpoint to endpoint
type AnyDeclaration<Deps> = EndpointDeclaration<Deps, any, any, any, any, any>;

export interface Endpoint<Deps> extends AnyDeclaration<Deps> {
  readonly response: SuccessResponse;
}

/** Runs the checks of an endpoint, then its handler. */
export async function respond<Deps>(
  endpoint: Endpoint<Deps>,
  received: HttpRequest,
  deps: Deps,
): Promise<HttpResponse> {
  const { access, limit, resource, query, body, idempotent, quota, handle } = endpoint;
  const { who: caller, meanwhile, affiliation } = await access.authenticate(received, deps);
  const request = { ...received, ...(isSignedIn(caller) ? readAffiliation(caller.user) : affiliation) };
  const userId = isSignedIn(caller) ? caller.user.id : undefined;
  if (userId) setLogUser(userId);
  const parallelWork = meanwhile?.();
  try {
    await limit?.count(request, deps);
    if (request.failure !== undefined) await simulateFailure(request.failure, caller !== undefined);
    const subject = await resource?.load(request, caller, deps);
    const queryValues = await query?.read(request);
    const read = async () => body?.read(request, caller, deps);
    const handleBody = async (body: unknown, write: WriteFunction) => {
      await quota?.count(request, caller, deps);
      return handle({ caller, subject, query: queryValues, body, write, request }, deps);
    };
    const run = idempotent?.respond ?? runWithoutIdempotency;
    const callerId = userId ?? request.operator;
    return await run({ request, callerId, query: queryValues, read, handle: handleBody }, deps);
  } finally {
    await parallelWork;
  }
}

function isSignedIn(caller: unknown): caller is { user: Affiliation & { id: string } } {
  return typeof caller === 'object' && caller !== null && 'user' in caller;
}

/**
 * Scenario of a function: the situation in which its example request succeeds, the content of this request, and further
 * calls. The example is recorded for the API description (tests/infra/openapi/examples.test.ts). All calls together use
 * each permission of the function (tests/infra/deployment/permissions.test.ts).
 */
import { randomInt } from 'node:crypto';
import { loadRoutes, type Route } from '../../infra/functions/endpoints.ts';
import {
  createExampleRequest,
  type ExampleInput,
  toJsonBody,
} from '../../infra/openapi/samples/example-request.ts';
import { fillVariables } from '../../infra/openapi/samples/variables.ts';
import { createJpeg, createPdf, createPng, toFormData } from '../support/builders.ts';
import { withIdempotencyKey } from '../support/create-request.ts';
import { OPERATOR } from '../support/operators.ts';
import { registerPartner } from '../support/partners.ts';
import type { Market, Person } from '../support/start-market.ts';
import type { Service, ServiceResponse } from '../support/start-service.ts';
import { uploadFile } from '../support/upload-file.ts';

/** People and records that a request names. */
export interface Situation {
  readonly client?: Pick<Person, 'id' | 'token'>;
  readonly expert?: Pick<Person, 'id' | 'token'>;
  readonly testimony?: { readonly id: string };
  readonly offer?: { readonly id: string };
  readonly sessionId?: string;
  readonly partner?: { readonly id: string; readonly key: string };
  /** Values of other variables in the request. */
  readonly variables?: Variables;
}

export type Variables = Readonly<Record<string, string>>;

export type RecordCalls = <Result>(action: () => Promise<Result>) => Promise<Result>;

/** Parts in which a request differs from the example, for instance fields of its body. */
export interface RequestChange extends Pick<ExampleInput, 'body' | 'query'> {
  readonly situation?: Situation;
  readonly files?: Readonly<Record<string, Blob>>;
  /** Whether the request has upload keys in place of its files. */
  readonly hasKeys?: boolean;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

interface CallContext<Created extends Situation> {
  readonly situation: Created;
  readonly market: Market;
  readonly service: Service;
  readonly record: RecordCalls;
  /** Records another request, which is the example with changes. */
  readonly send: (change?: RequestChange) => Promise<ServiceResponse>;
}

export interface Scenario<Created extends Situation = Situation> extends ExampleInput {
  /** Creates the situation of the example. By default, a caller of the right kind exists. */
  readonly prepare?: (market: Market) => Promise<Created>;
  /** Content of an invalid request, whose response with status 422 is an example: by default an empty body. */
  readonly invalid?: Pick<ExampleInput, 'body' | 'query'>;
  /** Causes the function's AWS calls that the example request does not cause. */
  calls?(context: CallContext<Created>): Promise<unknown>;
}

/** Infers the type of the situation that `calls` gets. */
export const defineScenario = <Created extends Situation>(scenario: Scenario<Created>): Scenario =>
  scenario as Scenario;

/** Decision of an operator that needs no other fields than its reason. */
const REASON = { reason: 'Dohoda.' };

const ROUTES_BY_FUNCTION = new Map((await loadRoutes()).toReversed().map(route => [route.name, route]));

export const findRoute = (functionName: string): Route | undefined => ROUTES_BY_FUNCTION.get(functionName);

/** Returns a scenario with its defaults. The default body of an operator's request has a reason. */
export function completeScenario(route: Route, scenario: Scenario = {}): Scenario {
  const { endpoint } = route;
  const isDecision = endpoint.access.credentials === 'AWS signature' && endpoint.body;
  return {
    prepare: market => createCaller(route, market),
    ...(isDecision && { body: REASON }),
    ...scenario,
  };
}

/** Creates the caller of an endpoint, or the resource of an operator's request. */
async function createCaller({ path, endpoint: { access } }: Route, market: Market): Promise<Situation> {
  const { credentials, requires } = access;
  if (credentials === 'partner key' || path.includes('/operator/partners'))
    return { partner: await createSamplePartner(market) };
  if (path.includes('/operator/testimonies/')) return market.createAssignedTestimony();
  if (credentials === 'AWS signature' || requires.includes('expert'))
    return { expert: await market.createExpert() };
  return credentials === 'token' ? { client: await market.createClient() } : {};
}

export const createSamplePartner = ({ service }: Market) => registerPartner(service);

/** Returns the values of all variables that requests in a situation can have. */
export function listVariables({
  client,
  expert,
  testimony,
  offer,
  sessionId,
  partner,
  variables,
}: Situation): Variables {
  const caller = client ?? expert;
  return {
    unique: String(randomInt(100_000, 1_000_000)),
    ...(caller && { token: caller.token, userId: caller.id, tokenId: caller.token.split('|')[0] ?? '' }),
    ...(client && { clientToken: client.token }),
    ...(expert && { expertToken: expert.token, expertId: expert.id }),
    ...(testimony && { testimonyId: testimony.id }),
    ...(offer && { offerId: offer.id }),
    ...(sessionId && { sessionId }),
    ...(partner && { partnerKey: partner.key, partnerId: partner.id }),
    ...variables,
  };
}

/** Small valid files, by the names under which the samples send them. */
export const SAMPLE_FILES: Readonly<Record<string, Blob>> = {
  'front.jpg': createJpeg(),
  'back.png': createPng(),
  'posudok.pdf': createPdf(),
};

/** Uploads the files of a request and returns their upload keys, by the names of the variables. */
async function uploadFiles({ files = {} }: ExampleInput, service: Service, token = ''): Promise<Variables> {
  const keys = Object.values(files).map(async ({ name, keyVariable }) => {
    const purpose = name.endsWith('.pdf') ? ['testimony-document', token] : [];
    return [keyVariable, await uploadFile(service, SAMPLE_FILES[name] as Blob, ...purpose)] as const;
  });
  return Object.fromEntries(await Promise.all(keys));
}

/**
 * Sends the example request of a route, with changes. Operators and idempotent routes get a new `Idempotency-Key`.
 * @param record records the request itself, but not the uploads before the request
 */
export async function sendExample(
  route: Route,
  scenario: Scenario,
  service: Service,
  { situation = {}, hasKeys = false, headers, ...change }: RequestChange = {},
  record: RecordCalls = call => call(),
): Promise<ServiceResponse> {
  const { idempotent, access } = route.endpoint;
  const { method, token = '', path, query, body, files = {} } = createExampleRequest(route, scenario);
  const known = listVariables(situation);
  const keys = hasKeys ? await uploadFiles(scenario, service, known.expertToken) : {};
  const variables = { ...known, ...keys };
  const fill = <Value>(value: Value) =>
    fillVariables(value, name => {
      if (name in variables) return variables[name] ?? '';
      throw new Error(`The situation of ${route.name} has no ${name}.`);
    });
  const fields = fill({ ...(hasKeys ? toJsonBody(scenario) : body), ...change.body });
  const sentFiles = Object.entries(files).map(([field, { name }]) => [field, SAMPLE_FILES[name]] as const);
  const form = toFormData({ ...(!hasKeys && Object.fromEntries(sentFiles)), ...fields, ...change.files });
  const hasFields = body !== undefined || change.body !== undefined;
  const search = new URLSearchParams(fill({ ...query, ...change.query }) as Record<string, string>);
  const presented = 'token' in change ? change.token : variables[token];
  return record(() =>
    service.sendWithMethod(
      method,
      `${fill(path).replace('/api/v1', '')}?${search}`,
      sentFiles.length > 0 ? form : hasFields ? fields : undefined,
      {
        ...(presented && { token: presented }),
        ...(access.credentials === 'AWS signature' && { operator: OPERATOR }),
        headers: { ...(idempotent && withIdempotencyKey().headers), ...headers },
      },
    ),
  );
}

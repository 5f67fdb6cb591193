/** Tests that the Postman collection is current and that its requests succeed (infra/docs/partners.md#collection-of-requests). */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { generateCollection } from '../../../infra/openapi/write-description.ts';
import { approveExpert } from '../../../lib/domain/experts/approval.ts';
import { type Market, startMarket, verifyEmailOf } from '../../support/start-market.ts';
import { SAMPLE_FILES } from './example-situations.ts';
import { type ApiServer, startApiServer } from './run-samples.ts';

interface Script {
  readonly listen: 'prerequest' | 'test';
  readonly script: { readonly exec: readonly string[] };
}

interface FormField {
  readonly key: string;
  readonly value?: string;
  readonly type: 'text' | 'file';
  readonly src?: string;
}

interface Item {
  readonly name: string;
  readonly event?: readonly Script[];
  readonly request: {
    readonly method: string;
    readonly auth: { readonly bearer?: readonly { readonly value: string }[] };
    readonly header: readonly { readonly key: string; readonly value: string }[];
    readonly body?: { readonly raw?: string; readonly formdata?: readonly FormField[] };
    readonly url: { readonly raw: string };
  };
}

interface Collection {
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
  readonly event: readonly Script[];
  readonly variable: readonly { readonly key: string; readonly value: string }[];
}

const text = readFileSync(new URL('../../../infra/docs/postman-collection.json', import.meta.url), 'utf8');
const collection: Collection = JSON.parse(text);

let market: Market;
let server: ApiServer;
let variables: Map<string, string>;
beforeAll(async () => {
  market = await startMarket({ SANDBOX: 'true' });
  server = await startApiServer(market);
  variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  variables.set('baseUrl', server.url);
});

const fill = (template: string) =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => variables.get(name) ?? '');

/** Runs the scripts of an event as Postman does. */
function runScripts(scripts: readonly Script[] = [], listen: Script['listen'], body?: unknown): void {
  const storage = { set: (name: string, value: string) => variables.set(name, value) };
  const pm = { variables: storage, collectionVariables: storage, response: { json: () => body } };
  for (const { script } of scripts.filter(event => event.listen === listen))
    new Function('pm', script.exec.join('\n'))(pm);
}

/** Sends a request of the collection as Postman does. */
async function sendItem(method: string, path: string): Promise<{ status: number; body: unknown }> {
  const item = collection.item
    .flatMap(folder => folder.item)
    .find(({ request }) => request.method === method && request.url.raw === `{{baseUrl}}/api/v1${path}`);
  if (!item) throw new Error(`The collection has no request ${method} ${path}.`);
  const { url, auth, header, body } = item.request;
  runScripts(collection.event, 'prerequest');
  const bearer = auth.bearer?.[0]?.value;
  const response = await fetch(fill(url.raw), {
    method,
    headers: {
      ...Object.fromEntries(header.map(({ key, value }) => [key, value])),
      ...(bearer && { authorization: `Bearer ${fill(bearer)}` }),
    },
    ...(body && { body: body.raw ? fill(body.raw) : createForm(body.formdata ?? []) }),
  });
  const { body: data } = server.takeResponse();
  runScripts(item.event, 'test', data);
  return { status: response.status, body: data };
}

function createForm(fields: readonly FormField[]): FormData {
  const form = new FormData();
  for (const { key, value = '', src = '' } of fields) {
    const file = SAMPLE_FILES[src];
    if (file) form.append(key, file, src);
    else form.append(key, fill(value));
  }
  return form;
}

it('infra/docs/postman-collection.json matches the description', async () => {
  expect(text === (await generateCollection()), 'npm run docs').toBe(true);
});

it('the collection has a folder for each tag and a variable for each placeholder', () => {
  const folders = collection.item.map(({ name }) => name);
  const placeholders = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
  const names = collection.variable.map(({ key }) => key);

  expect(folders).toEqual(expect.arrayContaining(['auth', 'me', 'testimonies', 'uploads', 'sandbox']));
  expect([...new Set(placeholders)].sort()).toEqual([...names, 'unique'].sort());
  expect(names).toEqual(expect.arrayContaining(['baseUrl', 'clientToken', 'expertToken', 'testimonyId']));
});

it('the requests from the registrations to an offer succeed one after another, with the values that scripts keep', async () => {
  expect(await sendItem('POST', '/auth/register/client')).toMatchObject({ status: 201 });
  expect(await sendItem('POST', '/auth/register/expert')).toMatchObject({ status: 201 });
  await verifyEmailOf(variables.get('clientToken') ?? '', market.service);
  const expert = await verifyEmailOf(variables.get('expertToken') ?? '', market.service);
  await approveExpert(expert.id, market.service.deps);

  expect(await sendItem('GET', '/me')).toMatchObject({ status: 200, body: { data: { role: 'client' } } });
  expect(await sendItem('POST', '/testimonies')).toMatchObject({ status: 201 });
  const listed = await sendItem('GET', '/testimonies?state=pending&limit=20');
  expect(listed).toMatchObject({ status: 200, body: { data: [{ id: variables.get('testimonyId') }] } });
  expect(await sendItem('POST', '/testimonies/{{testimonyId}}/offers')).toMatchObject({ status: 201 });
  expect(await sendItem('POST', '/testimonies/offers/{{offerId}}/checkout')).toMatchObject({ status: 200 });
  expect(variables.get('sessionId')).toMatch(/^cs_/);
});

/**
 * Tests that this version of the service can work with everything that the last release has stored
 * (infra/docs/upgrades.md#compatibility).
 *
 * `npm run release-fixture` stores the state of a new release before these tests run.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_LISTS } from '../../lib/domain/model/testimony.ts';
import { READ_VERSION } from '../../lib/platform/aws/table/schema-version.ts';
import { PASSWORD } from '../support/builders.ts';
import { readLogEvents } from '../support/captured-log.ts';
import { ROUTES } from '../support/find-route.ts';
import { type AnyItem, listItems } from '../support/inspect-store.ts';
import { asOperator } from '../support/operators.ts';
import type { Market } from '../support/start-market.ts';
import { testimonyBody } from '../support/testimony-builders.ts';
import type { StoredPerson } from './create-marketplace.ts';
import { createRelease, readRelease, startWithRelease, writeRelease } from './release.ts';

if (process.env.RELEASE_FIXTURE === 'write') writeRelease(await createRelease());
const release = readRelease();

const idsOf = (prefix: string, sk: string): string[] =>
  release.items.filter(item => item.pk.startsWith(prefix) && item.sk === sk).map(({ id }) => id);

/** Values of the placeholders in a path, by the type of the resource. */
const RESOURCE_IDS: Readonly<Record<string, (people: readonly StoredPerson[]) => readonly string[]>> = {
  'testimonies/{id}': () => idsOf('TESTIMONY#', 'TESTIMONY'),
  'operator/experts/{id}': () => idsOf('USER#', 'USER'),
  'operator/testimonies/{id}': () => idsOf('TESTIMONY#', 'TESTIMONY'),
};

/** Queries of operators' routes. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/operator/experts': ['state=pending', 'state=accepted', 'state=rejected'],
  '/operator/jobs': ['state=dead', 'state=late', 'state=postponed', `id=${idsOf('JOB#', 'JOB')[0]}`],
  '/operator/users': [
    ...release.people.map(({ email }) => `email=${encodeURIComponent(email)}`),
    'name=nov',
    'number=914567',
  ],
  '/operator/history': [...idsOf('USER#', 'USER'), ...idsOf('TESTIMONY#', 'TESTIMONY')].map(id => `id=${id}`),
  '/operator/testimonies': OPERATOR_LISTS.map(list => `state=${list}`),
  '/operator/refunds': ['state=pending', 'state=failed'],
  '/operator/statistics': [`month=${release.createdAt.slice(0, 7)}`],
  '/operator/accounting': [`month=${release.createdAt.slice(0, 7)}`],
};

/** Routes that read no item, or items that the last release did not have. */
const WITHOUT_ITEMS = /\/(docs.*|openapi\.json|health|auth\/email\/verify.*|webhook-endpoints\/.*)$/;

/** Lists the paths of a GET route, one for each resource of the release and each value of the query. */
function listPaths(routeKey: string): string[] {
  const template = routeKey.replace('GET /api/v1', '');
  const [resource] = Object.keys(RESOURCE_IDS).filter(path => template.startsWith(`/${path}`));
  if (template.includes('{') && !resource) throw new Error(`no ids for ${routeKey}`);
  const ids = resource ? RESOURCE_IDS[resource]?.(release.people) : undefined;
  const paths = ids?.map(id => template.replace('{id}', id)) ?? [template];
  return paths.flatMap(path => QUERIES[template]?.map(query => `${path}?${query}`) ?? [path]);
}

const READING_ROUTES = Object.keys(ROUTES).filter(
  routeKey => routeKey.startsWith('GET ') && !WITHOUT_ITEMS.test(routeKey),
);

const listDeadJobs = async ({ service }: Market): Promise<{ id: string; kind: string }[]> =>
  (await service.get('/operator/jobs', asOperator)).body.data;

describe('a service with the items of the last release', () => {
  let market: Market;
  beforeAll(async () => {
    market = await startWithRelease(release);
  });

  it.each(READING_ROUTES)(
    'the route %s reads every resource that the last release stored',
    async routeKey => {
      const { service } = market;
      const isForOperators = routeKey.includes('/operator/');
      const callers = isForOperators ? [asOperator] : release.people.map(({ token }) => ({ token }));
      const statuses = new Set<number>();

      for (const path of listPaths(routeKey))
        for (const caller of callers) statuses.add((await service.get(path, caller)).status);

      expect(statuses).toContain(200);
      expect([...statuses].filter(status => status >= 500)).toEqual([]);
    },
  );

  it.each(release.people)(
    'the $role $email of the last release logs in and exports the account',
    async ({ email, token }) => {
      const { service } = market;

      expect((await service.post('/auth/login', { email, password: PASSWORD })).status).toBe(200);
      const exported = await service.post('/me/export', { currentPassword: PASSWORD }, { token });
      expect(exported.status).toBe(200);
      expect(exported.body.data.testimonies.length).toBeGreaterThan(0);
    },
  );

  it('a repeated request gets the response that the last release stored under its idempotency key', async () => {
    const { token = '', idempotencyKey = '' } = release.people.find(person => person.idempotencyKey) ?? {};
    const headers = { 'idempotency-key': idempotencyKey };

    const response = await market.service.post('/testimonies', testimonyBody(), { token, headers });

    expect(response.status).toBe(201);
    expect(response.headers['idempotency-replayed']).toBe('true');
  });
});

it('every job that the last release stored runs without becoming a dead job', async () => {
  const market = await startWithRelease(release);
  const before = await listDeadJobs(market);

  await market.runJobs();
  market.service.deps.clock.advance(365 * 24 * 3600_000);
  await market.runJobs();

  expect(await listDeadJobs(market)).toEqual(before);
});

it('closing an account of the last release responds with 204 or 409', async () => {
  const market = await startWithRelease(release);
  const { service } = market;
  await market.runJobs();
  const before = await listDeadJobs(market);

  const statuses = await Promise.all(
    release.people.map(async ({ token }) => {
      const body = { currentPassword: PASSWORD };
      return (await service.sendWithMethod('DELETE', '/me', body, { token })).status;
    }),
  );
  await market.runJobs();

  expect(statuses.filter(status => status !== 204 && status !== 409)).toEqual([]);
  expect(statuses).toContain(204);
  expect(await listDeadJobs(market)).toEqual(before);
});

describe('a service with items that a newer release has written', () => {
  const newer = (item: AnyItem) => ({ ...item, schemaVersion: READ_VERSION + 1 });

  it('a request that needs an item of a newer release gets 503 and logs the kind of the item', async () => {
    const { service } = await startWithRelease(release, newer);
    const { token = '' } = release.people[0] ?? {};

    const responses = [
      await service.get('/me', { token }),
      await service.post('/auth/login', { email: release.people[0]?.email, password: PASSWORD }),
      await service.get(`/operator/testimonies/${idsOf('TESTIMONY#', 'TESTIMONY')[0]}`, asOperator),
    ];

    for (const { status, headers } of responses) {
      expect(status).toBe(503);
      expect(headers).toMatchObject({ 'retry-after': '5', 'x-error-code': 'unavailable' });
    }
    expect(readLogEvents('table.item_too_new').map(({ detail }) => detail)).toEqual(
      expect.arrayContaining(['EMAIL', 'TESTIMONY']),
    );
  });

  it('open jobs of a newer release stay unchanged while operators can list its dead jobs', async () => {
    const { service } = await startWithRelease(release, newer);
    const open = release.items.filter(
      ({ pk, gsi1pk }) => pk.startsWith('JOB#') && gsi1pk?.startsWith('JOBS#open'),
    );

    await service.runJobs();

    const jobs = await listItems(service.deps, 'JOB#');
    const stored = new Map(jobs.map(job => [job.id, job]));
    for (const { id, gsi1pk, attempts, task } of open)
      expect(stored.get(id)).toMatchObject({ gsi1pk, attempts, task });
    const { data } = (await service.get('/operator/jobs', asOperator)).body;
    expect(data).toHaveLength(jobs.filter(({ diedAt }) => diedAt).length);
  });
});

/** Describes the kind of an item by the prefixes of its keys, its role or task, and whether it is a finished job. */
function describeKind({ pk, sk, role, task, doneAt, diedAt }: AnyItem): string {
  const prefixes = [pk, sk].map(key => /^[A-Z]+(?=#|$)/.exec(key)?.[0]);
  const state = (doneAt && 'done') || (diedAt && 'dead');
  return [...prefixes, role, task?.kind, task?.mail, state].filter(Boolean).join(' ');
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof Set) return 'set';
  return Array.isArray(value) ? 'list' : typeof value;
}

/** Lists the attributes of an item with their types, and the members of its maps: `['scans.front', 'string']`. */
function listAttributes(item: AnyItem, prefix = ''): [path: string, type: string][] {
  return Object.entries(item).flatMap(([name, value]): [string, string][] => {
    const type = typeOf(value);
    return type === 'object' ? listAttributes(value, `${prefix}${name}.`) : [[prefix + name, type]];
  });
}

/** Finds the attributes that every item of a kind has, and the types of all attributes, for each kind of item. */
function describeItems(items: readonly AnyItem[]) {
  const kinds = new Map<string, { required: string[]; types: Record<string, Set<string>> }>();
  for (const [kind, alike = []] of Map.groupBy(items, describeKind)) {
    const attributes = alike.map(item => listAttributes(item));
    const types: Record<string, Set<string>> = {};
    for (const [path, type] of attributes.flat()) types[path] = (types[path] ?? new Set()).add(type);
    const required = Object.keys(types).filter(path =>
      attributes.every(list => list.some(([name]) => name === path)),
    );
    kinds.set(kind, { required, types });
  }
  return kinds;
}

describe('items that this version stores', () => {
  const known = describeItems(release.items);
  let items: readonly AnyItem[];
  let current: ReturnType<typeof describeItems>;
  beforeAll(async () => {
    ({ items } = await createRelease());
    current = describeItems(items);
  });

  it('every item that this version stores has a schema version, except EXPERT and PARTY items', () => {
    const withoutVersion = items.filter(({ schemaVersion }) => schemaVersion === undefined);

    expect(new Set(withoutVersion.map(({ pk }) => pk.split('#')[0]))).toEqual(new Set(['EXPERT', 'PARTY']));
    expect(new Set(items.map(({ schemaVersion = 1 }) => schemaVersion))).toEqual(new Set([1]));
  });

  it('this version stores every kind of item that the last release stored', () => {
    expect([...known.keys()].filter(kind => !current.has(kind))).toEqual([]);
  });

  it.each([...known])(
    'an item of the kind %s has every attribute that the last release relies on',
    (kind, { required, types }) => {
      const attributes = current.get(kind);

      expect(attributes?.required).toEqual(expect.arrayContaining(required));
      for (const path of required) {
        const isOther = (type: string) =>
          type !== 'null' && !types[path]?.has(type) && !types[path]?.has('null');
        expect([...(attributes?.types[path] ?? [])].filter(isOther), path).toEqual([]);
      }
    },
  );
});

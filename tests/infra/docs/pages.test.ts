/** Tests that the generated blocks of the documentation pages match the code. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  REGISTRATION_LOAD,
  renderCostTable,
  renderLoadTable,
  SALE_LOAD,
} from '../../../infra/docs/capacity-tables.ts';
import { BLOCKS_BY_PAGE, replaceBlocks } from '../../../infra/docs/generated-blocks.ts';
import measured from '../../../infra/docs/measured.json' with { type: 'json' };
import { COUNT_DESCRIPTIONS, renderRateLimitTable } from '../../../infra/docs/rate-limit-table.ts';
import { isForOperators, renderRouteTable } from '../../../infra/docs/route-table.ts';
import { renderStateDiagrams } from '../../../infra/docs/state-diagram.ts';
import { describeApi, type OpenApi } from '../../../infra/openapi/describe-api.ts';
import type { Operation } from '../../../infra/openapi/operation.ts';
import { LIMITS, type LimitName } from '../../../lib/domain/model/rate-limit.ts';

const ROOT = new URL('../../../', import.meta.url);
const readText = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

describe.each(Object.entries(BLOCKS_BY_PAGE))('infra/docs/%s', (page, blocks) => {
  it('the page matches the output of `npm run docs`', async () => {
    const text = readText(`infra/docs/${page}`);

    expect(await replaceBlocks(text, blocks)).toBe(text);
  });

  it.each(Object.entries(blocks))(
    'replaceBlocks rejects a page without markers for the block "%s"',
    async (name, content) => {
      const elsewhere = '<!-- end of limits -->\n<!-- limits: npm run docs -->';

      await expect(replaceBlocks(elsewhere, { [name]: content })).rejects.toThrow(
        `no block from <!-- ${name}: npm run docs`,
      );
    },
  );
});

it('the state diagrams show every state transition and no other', () => {
  const arrows = renderStateDiagrams()
    .match(/^ {2}\S+ --> .+$/gm)
    ?.map(line => line.trim());

  expect(arrows).toEqual([
    '[*] --> pending',
    'pending --> offered: offer',
    'offered --> offered: offer',
    'offered --> accepted: accept',
    'accepted --> completed: complete',
    'pending --> cancelled: cancel',
    'offered --> cancelled: cancel',
    'accepted --> cancelled: cancelByOperator',
    'accepted --> cancelled: cancelOverdue',
    'completed --> [*]',
    'cancelled --> [*]',
    '[*] --> open',
    'open --> withdrawn: withdraw',
    'open --> accepted: accept',
    'open --> lapsed: lapse',
    'withdrawn --> [*]',
    'accepted --> [*]',
    'lapsed --> [*]',
  ]);
});

it('the table of rate limits says "per source" and "per user" only of limits that a mode multiplies', () => {
  const name = (limit: LimitName, text: string) => COUNT_DESCRIPTIONS[limit].includes(text);
  const limits = Object.keys(LIMITS) as LimitName[];

  expect(renderRateLimitTable()).toContain('| registered accounts per source | 20 per hour |');
  expect(limits.filter(limit => name(limit, 'per source') !== Boolean(LIMITS[limit].perSource))).toEqual([]);
  expect(limits.filter(limit => name(limit, 'per user') !== Boolean(LIMITS[limit].perUser))).toEqual([]);
});

describe('the tables of capacity.md', () => {
  it('the load table multiplies the use of one registration by the load', () => {
    const rows = renderLoadTable(REGISTRATION_LOAD).split('\n');

    expect(rows).toContainEqual(
      expect.stringMatching(/^\| `EXPERTS#pending`.*\| 69 \| 100 \| 1,000: a part/),
    );
    expect(rows).toContainEqual(
      expect.stringMatching(/^\| each `JOBS#open#…`.*\| 12 \| 17 \| 1,000: a part/),
    );
  });

  it('the load table prints values above their limit in bold', () => {
    const rows = renderLoadTable(REGISTRATION_LOAD).split('\n');

    expect(rows).toContainEqual(expect.stringMatching(/^\| mails \| .*\*\*35\*\* \| \*\*50\*\* \|/));
    expect(rows).toContainEqual(expect.stringMatching(/^\| mails a day \| 3,000 \| \*\*300,000\*\* \|/));
  });

  it('the load table derives the units of a one-region list from the measured list of eight regions', () => {
    const perRegion = (measured['testimonies-list-offerable, table use'].reads - 2) / 8;
    const units = Number((((400_000 * 10) / 86_400) * 100 * 2 * 0.3 * perRegion).toPrecision(2));

    expect(renderLoadTable(SALE_LOAD)).toContain(`| **${units.toLocaleString('en')}** | 3,000: a partition`);
  });

  it('the cost table ends with the sum of the monthly costs', () => {
    const rows = renderCostTable(SALE_LOAD).split('\n');
    const dollars = rows.slice(2).map(row => Number(row.split('$').at(-1)?.replace(' |', '')));

    expect(rows.at(-1)).toContain('| together |');
    expect(dollars.at(-1)).toBeCloseTo(dollars.slice(0, -1).reduce((sum, cost) => sum + cost));
  });

  it('renderLoadTable throws an error for a function without a measured figure', () => {
    const steps = [['no-such-function, table use', 1, 1]] as const;

    expect(() => renderLoadTable({ ...SALE_LOAD, functionCalls: steps })).toThrow(
      'measured.json has no writes of no-such-function',
    );
  });
});

/** Creates an API description with one route; `change` overrides parts of the route's operation. */
function createDescription(change: Partial<Operation> = {}): OpenApi {
  const operation: Operation = {
    operationId: 'showThing',
    tags: ['things'],
    summary: 'One thing',
    description: 'One thing. Nobody else sees it.',
    security: [{ token: [] }],
    'x-requires': [],
    parameters: [],
    responses: { 200: {}, 401: {} },
    ...change,
  };
  return {
    openapi: '3.1.0',
    tags: [],
    paths: { '/api/v1/things/{id}': { get: operation } },
    components: { schemas: {}, headers: {}, examples: {}, securitySchemes: {} },
  };
}

describe('the table of routes', () => {
  it.each<[string, Partial<Operation>, string]>([
    ['the method, path, role and summary of a route', {}, '`GET /things/{id}` | user | One thing |'],
    ['the role that a route requires', { 'x-requires': ['verified', 'client'] }, '| verified client |'],
    ['"user" for a route of clients and experts', { 'x-requires': ['verified'] }, '| verified user |'],
    ['"anyone" for a route without security', { security: [] }, '| anyone |'],
    [
      '"guest" for a route that rejects tokens',
      { security: [], responses: { 201: {}, 403: {} } },
      '| guest |',
    ],
    [
      'that the token of a route is optional',
      { security: [{}, { token: [] }] },
      '| anyone; token optional |',
    ],
    ['"operator" for a route with AWS signatures', { security: [{ aws: [] }] }, '| operator |'],
    ['an escaped bar in a summary', { summary: 'This | that' }, '| This \\| that |'],
  ])('the table of routes shows %s', (_, change, cells) => {
    expect(renderRouteTable(createDescription(change), () => true)).toContain(cells);
  });

  it('frontends.md and api/operators.md together list every route of the OpenAPI description', async () => {
    const { paths } = await describeApi();
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        route: `\`${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
        page: isForOperators(operation) ? 'infra/docs/api/operators.md' : 'infra/docs/frontends.md',
      })),
    );

    const isListed = (text: string, route: string) =>
      text.includes(`${route}\``) || text.includes(`${route}?`);
    expect(routes.filter(({ route, page }) => !isListed(readText(page), route))).toEqual([]);
    expect(new Set(routes.map(({ page }) => page)).size).toBe(2);
  });
});

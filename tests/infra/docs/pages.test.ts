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
import { COUNT_DESCRIPTIONS, renderRateLimits } from '../../../infra/docs/rate-limit-table.ts';
import { renderStateDiagrams } from '../../../infra/docs/state-diagram.ts';
import { describeApi } from '../../../infra/openapi/describe-api.ts';
import { LIMITS, type LimitName } from '../../../lib/domain/model/rate-limit.ts';

const ROOT = new URL('../../../', import.meta.url);
const readText = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

describe.each(Object.entries(BLOCKS_BY_PAGE))('generated blocks of infra/docs/%s', (page, blocks) => {
  it('the generated blocks of a page match the output of `npm run docs`', async () => {
    const text = readText(`infra/docs/${page}`);

    expect(await replaceBlocks(text, blocks)).toBe(text);
  });

  it.each(Object.entries(blocks))(
    'replaceBlocks rejects a page without the markers of the block "%s"',
    async (name, content) => {
      const elsewhere = '<!-- end of limits -->\n<!-- limits: npm run docs -->';

      await expect(replaceBlocks(elsewhere, { [name]: content })).rejects.toThrow(
        `no block from <!-- ${name}: npm run docs`,
      );
    },
  );
});

it('the state diagrams show exactly the state transitions of the code', () => {
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

it('the list of rate limits says "per source" and "per user" only of limits that a mode multiplies', () => {
  const name = (limit: LimitName, text: string) => COUNT_DESCRIPTIONS[limit]?.includes(text);
  const limits = (Object.keys(LIMITS) as LimitName[]).filter(limit => COUNT_DESCRIPTIONS[limit]);

  expect(renderRateLimits()).toContain('- 20 per hour: registered accounts per source\n');
  expect(limits.filter(limit => name(limit, 'per source') !== Boolean(LIMITS[limit].perSource))).toEqual([]);
  expect(limits.filter(limit => name(limit, 'per user') !== Boolean(LIMITS[limit].perUser))).toEqual([]);
});

it('the load table multiplies the use of one registration by the load', () => {
  const rows = renderLoadTable(REGISTRATION_LOAD).split('\n');

  expect(rows).toContainEqual(expect.stringMatching(/^\| `EXPERTS#pending`.*\| 69 \| 100 \| 1,000: a part/));
  expect(rows).toContainEqual(expect.stringMatching(/^\| each `JOBS#open#…`.*\| 12 \| 17 \| 1,000: a part/));
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

it('api/operators.md lists every route for operators', async () => {
  const { paths } = await describeApi();
  const page = readText('infra/docs/api/operators.md');
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.some(scheme => 'aws' in scheme))
      .map(([method]) => `\`${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
  );

  expect(routes.length).toBeGreaterThan(30);
  expect(routes.filter(route => !page.includes(`${route}\``) && !page.includes(`${route}?`))).toEqual([]);
});

/** Tests that the generated blocks of the documentation pages match the code. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BLOCKS_BY_PAGE, replaceBlocks } from '../../../infra/docs/generated-blocks.ts';
import { COUNT_DESCRIPTIONS, renderRateLimits } from '../../../infra/docs/rate-limit-table.ts';
import { describeApi } from '../../../infra/openapi/describe-api.ts';
import { LIMITS, type LimitName } from '../../../lib/domain/model/limits/rate-limit.ts';

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

it('the list of rate limits says "per source", "per user" or "per partner" for exactly those limits that a mode multiplies', () => {
  const name = (limit: LimitName, text: RegExp) => text.test(COUNT_DESCRIPTIONS[limit] ?? '');
  const limits = (Object.keys(LIMITS) as LimitName[]).filter(limit => COUNT_DESCRIPTIONS[limit]);

  expect(renderRateLimits()).toContain('- 20 per hour: registered accounts per source\n');
  expect(limits.filter(limit => name(limit, /per source/) !== Boolean(LIMITS[limit].perSource))).toEqual([]);
  expect(
    limits.filter(limit => name(limit, /per (user|partner)/) !== Boolean(LIMITS[limit].perUser)),
  ).toEqual([]);
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

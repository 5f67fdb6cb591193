/** Test of the console's paths against the pages to which mails and redirects lead (infra/docs/frontends.md). */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the console has a page for every link of a mail and every redirect', () => {
  const routes = readFileSync('infra/console/app/pages/routes.tsx', 'utf8');
  const [, list = ''] = readFileSync('infra/docs/frontends.md', 'utf8').split('## Pages that links lead to');
  const paths = [...list.matchAll(/`(\/[^`?]*)[^`]*`[,:]/g)].map(([, path = '']) =>
    path.replace('{id}', ':id'),
  );

  expect(paths).toContain('/testimonies/:id');
  for (const path of paths) expect(routes).toContain(`  '${path}': `);
});

/**
 * Script that saves screenshots of all console pages in both sizes and themes: `npm run screenshots -- <folder>
 * [pattern]`. With a pattern, only scenarios whose names match it are saved.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openBrowser } from '../../support/launch-browser.ts';
import { startStack } from '../local/start-stack.ts';
import { createListScenarios } from './list-scenarios.ts';
import { openPage, type PageAppearance } from './open-page.ts';
import { createPageScenarios, openScenario } from './page-scenarios.ts';
import { createPaymentScenarios } from './payment-scenarios.ts';

const APPEARANCES: readonly PageAppearance[] = [
  { size: 'desktop', theme: 'light' },
  { size: 'desktop', theme: 'dark' },
  { size: 'phone', theme: 'light' },
  { size: 'phone', theme: 'dark' },
];

const folder = resolve(process.argv[2] ?? 'screenshots');
mkdirSync(folder, { recursive: true });
const stack = await startStack();
try {
  await stack.ready();
  const pattern = new RegExp(process.argv[3] ?? '');
  const all = [
    ...(await createPageScenarios(stack)),
    ...(await createListScenarios(stack)),
    ...(await createPaymentScenarios(stack)),
  ].filter(({ name }) => pattern.test(name));
  const browser = await openBrowser();
  for (const appearance of APPEARANCES) {
    const { page } = await openPage(browser, appearance);
    for (const scene of all) {
      await openScenario(page, stack.console, scene);
      await page.screenshot({
        path: join(folder, `${scene.name}.${appearance.size}.${appearance.theme}.png`),
        fullPage: true,
      });
    }
    await page.context().close();
  }
  await browser.close();
} finally {
  process.kill(-stack.pid, 'SIGINT');
  await stack.ended;
}

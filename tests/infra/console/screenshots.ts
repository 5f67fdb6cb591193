/** `npm run screenshots -- <folder>`: every page of the console at both sizes, in both themes, to be looked at. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openBrowser } from '../../support/browser.ts';
import { startStack } from '../local/stack.ts';
import { type Look, openPage } from './browser.ts';
import { open, scenes } from './scenes.ts';

const LOOKS: readonly Look[] = [
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
  const all = await scenes(stack);
  const browser = await openBrowser();
  for (const look of LOOKS) {
    const { page } = await openPage(browser, look);
    for (const scene of all) {
      await open(page, stack.console, scene);
      await page.screenshot({
        path: join(folder, `${scene.name}.${look.size}.${look.theme}.png`),
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

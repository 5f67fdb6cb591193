/**
 * Script that saves screenshots of all console pages, of the API reference, of the other pages of the local stack, and
 * of all mails (in the folder `mails`) in both sizes and themes: `npm run screenshots -- <folder> [pattern]`. With a
 * pattern, only scenarios whose names match it are saved; the name of the mails is `mails`.
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { saveMailScreenshots } from '../../lib/mail/mail-screenshots.ts';
import { openBrowser } from '../../support/launch-browser.ts';
import { startStack } from '../local/start-stack.ts';
import { createFormScenarios } from './form-scenarios.ts';
import { createListScenarios } from './list-scenarios.ts';
import { createLocalPageScenarios, openLocalPage } from './local-page-scenarios.ts';
import { openPage, type PageAppearance } from './open-page.ts';
import { createPageScenarios, openScenario } from './page-scenarios.ts';
import { createPaymentScenarios } from './payment-scenarios.ts';
import { openReference, REFERENCE_SCENARIOS } from './reference-scenarios.ts';

const APPEARANCES: readonly PageAppearance[] = [
  { size: 'desktop', theme: 'light' },
  { size: 'desktop', theme: 'dark' },
  { size: 'phone', theme: 'light' },
  { size: 'phone', theme: 'dark' },
];

const [target, namePattern] = new Command('npm run screenshots --')
  .description('Take pictures of the console, the API reference and every mail.')
  .argument('[folder]', 'Folder for the pictures.', join(tmpdir(), 'screenshots'))
  .argument('[pattern]', 'Regular expression of the names of the pictures.', '')
  .parse().processedArgs as [string, string];
const pattern = new RegExp(namePattern);
const folder = resolve(target);
mkdirSync(folder, { recursive: true });
const stack = await startStack();
try {
  await stack.ready();
  const all = [
    ...(await createPageScenarios(stack)),
    ...(await createFormScenarios(stack)),
    ...(await createListScenarios(stack)),
    ...(await createPaymentScenarios(stack)),
  ].filter(({ name }) => pattern.test(name));
  const localPages = (await createLocalPageScenarios(stack)).filter(({ name }) => pattern.test(name));
  const browser = await openBrowser();
  for (const appearance of APPEARANCES) {
    const { page } = await openPage(browser, appearance);
    const save = async (name: string) => {
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({
        path: join(folder, `${name}.${appearance.size}.${appearance.theme}.png`),
        // An open drawer covers only the window, so a page with a drawer is saved without the parts outside the window.
        fullPage: (await page.locator('.drawer').count()) === 0,
      });
    };
    for (const scene of all) {
      await openScenario(page, stack.console, scene);
      await save(scene.name);
    }
    for (const scene of localPages) {
      await openLocalPage(page, scene);
      await save(scene.name);
    }
    // The reference loads its sections when they come into view, so these screenshots show only the window.
    for (const scene of REFERENCE_SCENARIOS.filter(({ name }) => pattern.test(name))) {
      await openReference(page, stack.url, scene);
      await page.screenshot({
        path: join(folder, `${scene.name}.${appearance.size}.${appearance.theme}.png`),
      });
    }
    await page.context().close();
  }
  if (pattern.test('mails')) await saveMailScreenshots(browser, join(folder, 'mails'));
  await browser.close();
} finally {
  process.kill(-stack.pid, 'SIGINT');
  await stack.ended;
}

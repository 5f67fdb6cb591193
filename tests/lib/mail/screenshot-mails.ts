/**
 * Script of `npm run mails -- <folder>`: takes screenshots of every sample mail. The default folder is `mails` in the
 * system's temporary directory.
 */
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openBrowser } from '../../support/launch-browser.ts';
import { saveMailScreenshots } from './mail-screenshots.ts';

const folder = resolve(process.argv[2] ?? join(tmpdir(), 'mails'));
const browser = await openBrowser();
const count = await saveMailScreenshots(browser, folder);
await browser.close();
console.log(`${count} pictures are in ${folder}`);

/**
 * Script of `npm run mails -- <folder>`: takes screenshots of every sample mail. The default folder is `mails` in the
 * system's temporary directory.
 */
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { openBrowser } from '../../support/launch-browser.ts';
import { saveMailScreenshots } from './mail-screenshots.ts';

const [folder] = new Command('npm run mails --')
  .description('Take pictures of every mail.')
  .argument('[folder]', 'Folder for the pictures.', resolve, join(tmpdir(), 'mails'))
  .parse().processedArgs as [string];
const browser = await openBrowser();
const count = await saveMailScreenshots(browser, folder);
await browser.close();
console.log(`${count} pictures are in ${folder}`);

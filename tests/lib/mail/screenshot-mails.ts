/**
 * Script of `npm run mails -- <folder>`: takes screenshots of every sample mail at the width of a phone and of a
 * desktop, in light and dark mode. The default folder is `mails` in the system's temporary directory.
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { renderMail } from '../../../lib/mail/render.ts';
import { openBrowser } from '../../support/launch-browser.ts';
import { SAMPLE_MAILS } from './sample-mails.ts';

const WIDTHS = [390, 1280];
const THEMES = ['light', 'dark'] as const;

const folder = resolve(process.argv[2] ?? join(tmpdir(), 'mails'));
mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
for (const width of WIDTHS) {
  for (const colorScheme of THEMES) {
    const page = await browser.newPage({ viewport: { width, height: 400 }, colorScheme });
    for (const mail of SAMPLE_MAILS) {
      const name = 'to' in mail ? `${mail.name}-${mail.to}` : mail.name;
      await page.setContent(renderMail(mail, 'podpora@testimony.example').html);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
    await page.close();
  }
}
await browser.close();
console.log(`${SAMPLE_MAILS.length * WIDTHS.length * THEMES.length} pictures are in ${folder}`);

/** Screenshots of all sample mails at the width of a phone and of a desktop, in light and dark mode. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { renderMail } from '../../../lib/mail/render.ts';
import { SAMPLE_LINKS, SAMPLE_MAILS, SAMPLE_SETTINGS } from './sample-mails.ts';

const SETTINGS = { ...SAMPLE_SETTINGS, support: 'podpora@testimony.example', legalLinks: SAMPLE_LINKS };

const WIDTHS = [390, 1280];
const THEMES = ['light', 'dark'] as const;

/** Saves the screenshots in a folder, which is created if it is missing. */
export async function saveMailScreenshots(browser: Browser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const width of WIDTHS) {
    for (const colorScheme of THEMES) {
      const page = await browser.newPage({ viewport: { width, height: 400 }, colorScheme });
      for (const mail of SAMPLE_MAILS) {
        const name = 'to' in mail ? `${mail.name}-${mail.to}` : mail.name;
        await page.setContent(renderMail(mail, SETTINGS).html);
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      }
      await page.close();
    }
  }
}

/** Tests of all mails in a browser: accessibility and width on a phone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { renderMail } from '../../../lib/mail/render.ts';
import { SAMPLE_MAILS } from '../../lib/mail/sample-mails.ts';
import { openBrowser } from '../../support/launch-browser.ts';
import { describe, it } from './browser-fixture.ts';
import { findAccessibilityViolations, openPage, VIEWPORTS } from './open-page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** All mails below each other in one page, because one check of a long page is faster than many checks. */
function renderAllMails(): string {
  const pages = SAMPLE_MAILS.map(mail => renderMail(mail, 'podpora@testimony.example').html);
  const [head = ''] = pages[0]?.split('<body') ?? [];
  const bodies = pages.map(page => /<body[^>]*>([\s\S]*)<\/body>/.exec(page)?.[1] ?? '');
  return `${head}<body class="g">${bodies.join('')}</body></html>`;
}

describe.each(['light', 'dark'] as const)('mails in the %s theme', theme => {
  it('fit on a phone and have no accessibility violations', async () => {
    const { page, context } = await openPage(browser, { size: 'phone', theme });
    await page.setContent(renderAllMails());

    expect(await page.locator('h1').count()).toBe(SAMPLE_MAILS.length);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(VIEWPORTS.phone.width);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await context.close();
  });
});

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

describe.each(['light', 'dark'] as const)('mails in the %s theme', theme => {
  it('every mail fits on a phone and has no accessibility violations', async () => {
    const { page, context } = await openPage(browser, { size: 'phone', theme });
    const faults: string[] = [];
    for (const mail of SAMPLE_MAILS) {
      await page.setContent(renderMail(mail, 'podpora@testimony.example').html);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > VIEWPORTS.phone.width) faults.push(`${mail.name}: is ${width} wide`);
      faults.push(...(await findAccessibilityViolations(page)).map(found => `${mail.name}: ${found}`));
    }
    await context.close();

    expect(faults).toEqual([]);
  });
});

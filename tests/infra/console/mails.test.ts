/** Tests of all mails in a browser: accessibility and width on a phone. */
import { expect } from 'vitest';
import { renderMail } from '../../../lib/mail/render.ts';
import { SAMPLE_LINKS, SAMPLE_MAILS, SAMPLE_SETTINGS } from '../../lib/mail/sample-mails.ts';
import { it, useBrowser } from './browser-fixture.ts';
import { findViolations, openPage, PHONE, switchAppearance } from './open-page.ts';

const fixture = useBrowser();

const SETTINGS = { ...SAMPLE_SETTINGS, support: 'podpora@testimony.example', legalLinks: SAMPLE_LINKS };

/** Renders all mails below each other in one page, because one check of a long page is faster than many checks. */
function renderAllMails(): string {
  const pages = SAMPLE_MAILS.map(mail => renderMail(mail, SETTINGS).html);
  const [head = ''] = pages[0]?.split('<body') ?? [];
  const bodies = pages.map(page => /<body[^>]*>([\s\S]*)<\/body>/.exec(page)?.[1] ?? '');
  return `${head}<body class="g"><main>${bodies.join('')}</main></body></html>`;
}

it('all mails fit on a phone and have no accessibility violations in either theme', async () => {
  const { page, context } = await openPage(fixture.browser, { ...PHONE, theme: 'light' });
  await page.setContent(renderAllMails());

  expect(await page.locator('h1').count()).toBe(SAMPLE_MAILS.length);
  expect(await findViolations(page)).toEqual([]);
  await switchAppearance(page, PHONE);
  expect(await findViolations(page)).toEqual([]);
  await context.close();
});

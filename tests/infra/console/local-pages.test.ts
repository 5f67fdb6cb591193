/** Tests of the pages of the local stack in a browser: the front page and the inbox. */
import { Server } from '@hapi/hapi';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { attachFrontPage } from '../../../infra/local/front-page.ts';
import { startInbox } from '../../../infra/local/inbox.ts';
import { openBrowser } from '../../support/launch-browser.ts';
import { describe, it } from './browser-fixture.ts';
import { findAccessibilityViolations, openPage, VIEWPORTS } from './open-page.ts';

const SUBJECT = 'Ponuka na posudok';
const LINK = `https://api.testimony.example/verify/${'0'.repeat(200)}`;

let browser: Browser;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let api: Server;

beforeAll(async () => {
  [browser, inbox] = await Promise.all([openBrowser(), startInbox(0)]);
  api = new Server({ host: '127.0.0.1', port: 0 });
  attachFrontPage(api, {
    API_URL: 'http://localhost:3000',
    CONSOLE_URL: 'http://localhost:8006',
    INBOX_URL: inbox.endpoint,
    TEST_ACCOUNTS: 'true',
  });
  await api.start();
  const body = new URLSearchParams({
    Action: 'SendEmail',
    Source: 'Trhovisko posudkov <noreply@testimony.example>',
    'ReplyToAddresses.member.1': 'podpora@testimony.example',
    'Destination.ToAddresses.member.1': `${'dlha.adresa.'.repeat(4)}znalca@znalci.sk`,
    'Message.Subject.Data': SUBJECT,
    'Message.Body.Text.Data': `Dobrý deň,\n\n${LINK}`,
    'Message.Body.Html.Data': `<html lang="sk"><head><title>${SUBJECT}</title></head><body><p>${LINK}</p></body></html>`,
  });
  await fetch(inbox.endpoint, { method: 'POST', body, headers: { authorization: 'AWS4-HMAC-SHA256' } });
});
afterAll(async () => {
  await Promise.all([browser?.close(), inbox?.stop(), api?.stop()]);
});

describe.each(['light', 'dark'] as const)('the pages of the local stack in the %s theme', theme => {
  it.each([
    ['the front page', () => api.info.uri, 'h1'],
    ['the inbox', () => inbox.endpoint, 'nav strong'],
    ['an open mail', () => inbox.endpoint, 'h2'],
  ])('%s fits on a phone and has no accessibility violations', async (_, url, shown) => {
    const { page, context } = await openPage(browser, { size: 'phone', theme });
    await page.goto(url());
    if (shown === 'h2') await page.getByText(SUBJECT).click();
    await page.waitForSelector(shown);

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(VIEWPORTS.phone.width);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await context.close();
  });
});

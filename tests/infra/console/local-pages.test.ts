/** Tests of the pages of the local stack in a browser: the front page, the inbox and the payment provider's pages. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { startConsole } from '../../../infra/local/console-server.ts';
import { createPageResponder } from '../../../infra/local/front-page.ts';
import { closeServer } from '../../../infra/local/http-server.ts';
import { startInbox } from '../../../infra/local/inbox.ts';
import { STRIPE_SECRET_KEY, startStripe } from '../../../infra/local/stripe/server.ts';
import { describe, it, useBrowser } from './browser-fixture.ts';
import { APPEARANCES, DESKTOP, findViolations, openPage, switchAppearance } from './open-page.ts';

const SUBJECT = 'Ponuka na posudok';
const LINK = `https://api.testimony.example/verify/${'0'.repeat(200)}`;

const fixture = useBrowser();
let inbox: Awaited<ReturnType<typeof startInbox>>;
let provider: Awaited<ReturnType<typeof startStripe>>;
let api: Server;
let paymentPage: string;
let paidPage: string;

beforeAll(async () => {
  [inbox, provider] = await Promise.all([startInbox(0), startStripe()]);
  [paymentPage, paidPage] = await Promise.all([createPaymentPage(), createPaymentPage()]);
  await fetch(paidPage, { method: 'POST', redirect: 'manual' });
  const respondWithPage = createPageResponder({
    API_URL: 'http://localhost:3000',
    CONSOLE_URL: 'http://localhost:8006',
    INBOX_URL: inbox.endpoint,
    TEST_ACCOUNTS: 'true',
  });
  api = createServer(respondWithPage).listen(0, '127.0.0.1');
  await once(api, 'listening');
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
  await Promise.all([inbox?.stop(), provider?.stop(), api && closeServer(api)]);
});

/** Returns whether the page shows its own typeface, in a browser tab. */
const hasLoadedTypeface = () =>
  document.fonts.ready.then(
    () => [...document.fonts].filter(({ status }) => status === 'loaded').length >= 1,
  );

async function createPaymentPage(): Promise<string> {
  const { hostname: host, port } = new URL(provider.endpoint);
  const stripe = new Stripe(STRIPE_SECRET_KEY, { protocol: 'http', host, port });
  const { url } = await stripe.checkout.sessions.create({
    mode: 'payment',
    customer_email: `${'dlha.adresa.'.repeat(4)}klienta@klienti.sk`,
    success_url: 'http://localhost:8006/payment/success',
    cancel_url: 'http://localhost:8006/',
    custom_text: { submit: { message: 'Peniaze držíme u nás, kým znalec posudok neodovzdá.' } },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'eur',
          unit_amount: 123_450,
          product_data: { name: 'Znalecký posudok', description: 'Znalec Jana Kováčová' },
        },
      },
    ],
  });
  return String(url);
}

describe.concurrent('pages of the local stack in a browser', () => {
  it.each([
    ['the front page', () => `http://127.0.0.1:${(api.address() as AddressInfo).port}`, 'h1'],
    ['the inbox', () => inbox.endpoint, 'nav strong'],
    ['an open mail', () => inbox.endpoint, 'article h2'],
    ['the payment page', () => paymentPage, '.amount'],
    ['the page of a paid session', () => paidPage, '[role=alert]'],
    ["the payment provider's error page", () => `${provider.endpoint}/pay/missing`, 'h1'],
  ])(
    '%s fits and has no accessibility violations in a wide and in a narrow window',
    async (_, url, shown) => {
      const { page, context } = await openPage(fixture.browser, DESKTOP);
      await page.goto(url());
      if (shown === 'article h2') await page.locator('nav a').first().click();
      await page.waitForSelector(shown);
      expect(await page.evaluate(hasLoadedTypeface)).toBe(true);

      for (const appearance of APPEARANCES) {
        await switchAppearance(page, appearance);
        expect(await findViolations(page)).toEqual([]);
      }
      await context.close();
    },
  );
});

/** Opens the console, and returns all responses that its first page loads. */
async function loadConsole() {
  const server = await startConsole({
    apiUrl: 'http://localhost:3000',
    bucketUrl: 'http://localhost:3001',
    settings: {
      TERMS_URL: 'https://x',
      PRIVACY_URL: 'https://x',
      CONTACT: 'a@b.sk',
      COMMISSION_PERCENT: '10',
      MIN_COMMISSION: '1',
      PAYOUT_DELAY_DAYS: '0',
      SCANS_KEPT_DAYS: '90',
    },
  });
  const { page, context, complaints } = await openPage(fixture.browser, DESKTOP);
  onTestFinished(async () => {
    await context.close();
    await server.stop();
  });
  const responses: Response[] = [];
  page.on('response', response => responses.push(response));
  await page.goto(server.endpoint);
  await page.waitForSelector('h1');
  expect(await page.evaluate(hasLoadedTypeface)).toBe(true);
  return { responses, complaints };
}

it('the first page of the console loads less than 150 kB of gzipped files', async () => {
  const { responses, complaints } = await loadConsole();
  const bodies = await Promise.all(responses.map(response => response.body()));
  expect(bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)).toBeLessThan(150_000);
  expect(complaints).toEqual([]);
});

it('browsers cache the typefaces of the console permanently', async () => {
  const { responses } = await loadConsole();
  const fonts = responses.filter(response => response.url().endsWith('.woff2'));
  expect(fonts).toHaveLength(2);
  for (const font of fonts) {
    expect(new URL(font.url()).pathname).toMatch(/^\/assets\/(sans|serif)-\w+\.woff2$/);
    expect(font.headers()['cache-control']).toContain('immutable');
  }
});

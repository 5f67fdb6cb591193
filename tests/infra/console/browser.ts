/** Chromium as an npm package brings it; nothing has to be installed. */
import chromium from '@sparticuz/chromium';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium as engine, type Page } from 'playwright-core';

/** Our own arguments: the package's hold `--single-process`, with which the browser dies with its first context. */
export async function openBrowser(): Promise<Browser> {
  try {
    return await engine.launch({ executablePath: await chromium.executablePath(), args: ['--no-sandbox'] });
  } catch (error) {
    throw new Error(
      'Chromium (npm package @sparticuz/chromium) does not start on this machine. It is made for Linux on x64 and ' +
        `needs the system's libnss3 and libnspr4, on Debian "apt-get install libnss3". It said: ${error}`,
    );
  }
}

export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const;

export interface Look {
  readonly size: keyof typeof SIZES;
  readonly theme: 'light' | 'dark';
}

/** A browser of one's own for each person; whatever its pages complain of is in `complaints`. */
export async function openPage(browser: Browser, look: Look, more: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    viewport: SIZES[look.size],
    colorScheme: look.theme,
    locale: 'sk-SK',
    reducedMotion: 'reduce',
    ...more,
  });
  context.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  context.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  context.on('weberror', fault => complaints.push(String(fault.error())));
  const page = await context.newPage();
  return { page, context, complaints };
}

/** What axe finds that is serious or critical: rule, and where. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // By the debugger, since the page's own policy lets no foreign script in.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] }),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

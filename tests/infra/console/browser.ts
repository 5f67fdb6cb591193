/** Pages in the browser of the tests. */
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

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

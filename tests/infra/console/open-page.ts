/** Pages in the browser of the tests. */
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export const VIEWPORTS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const;

export interface PageAppearance {
  readonly size: keyof typeof VIEWPORTS;
  readonly theme: 'light' | 'dark';
}

/** A browser of one's own for each person; whatever its pages complain of is in `complaints`. */
export async function openPage(
  browser: Browser,
  appearance: PageAppearance,
  options: BrowserContextOptions = {},
) {
  const context = await browser.newContext({
    viewport: VIEWPORTS[appearance.size],
    colorScheme: appearance.theme,
    locale: 'sk-SK',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(30_000);
  const consoleErrors: string[] = [];
  context.on('console', message => {
    if (['error', 'warning'].includes(message.type())) consoleErrors.push(message.text());
  });
  context.on('weberror', fault => consoleErrors.push(String(fault.error())));
  const page = await context.newPage();
  return { page, context, complaints: consoleErrors };
}

/** What axe finds that is serious or critical: rule, and where. */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
  // By the debugger, since the page's own policy lets no foreign script in.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] }),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

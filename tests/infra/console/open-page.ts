/** Helpers that open a page in the test browser and check its accessibility. */
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

/**
 * Opens a page in a new browser context.
 * @returns the page, its context, and its console errors, warnings and uncaught errors as `complaints`
 */
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

/** Returns the serious and critical accessibility violations that axe finds: rule, element and summary. */
export const findAccessibilityViolations = (page: Page): Promise<string[]> =>
  findViolations(page, ['serious', 'critical']);

/** Returns all accessibility violations that axe finds, those of best practices included. */
export const findAllViolations = (page: Page): Promise<string[]> =>
  findViolations(page, ['minor', 'moderate', 'serious', 'critical']);

async function findViolations(page: Page, impacts: readonly string[]): Promise<string[]> {
  // The debugger injects axe, because the page's content security policy blocks foreign scripts.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] }),
  );
  return violations
    .filter(({ impact }) => impacts.includes(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** Helpers that open a page in the test browser and check its accessibility. */
import { readFileSync } from 'node:fs';
import type { default as axe, RunOptions } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export const VIEWPORTS = {
  /** A desktop screen that is enlarged to 400 %. */
  narrow: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const;

export interface PageAppearance {
  readonly size: keyof typeof VIEWPORTS;
  readonly theme: 'light' | 'dark';
}

export type OpenPage = Awaited<ReturnType<typeof openPage>>;

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
  context.setDefaultTimeout(90_000);
  const consoleErrors: string[] = [];
  context.on('console', message => {
    if (['error', 'warning'].includes(message.type())) consoleErrors.push(message.text());
  });
  context.on('weberror', fault => consoleErrors.push(String(fault.error())));
  const page = await context.newPage();
  return { page, context, complaints: consoleErrors };
}

export const DESKTOP: PageAppearance = { size: 'desktop', theme: 'light' };
export const NARROW: PageAppearance = { size: 'narrow', theme: 'light' };
export const PHONE: PageAppearance = { size: 'phone', theme: 'dark' };

/** Returns the serious and critical accessibility violations that axe finds: rule, element and summary. */
export const findAccessibilityViolations = (page: Page): Promise<string[]> =>
  findViolations(page, ['serious', 'critical']);

/**
 * Returns all accessibility violations that axe finds, including those of best practices.
 * @param part selector of the elements to check; the default is the whole page
 */
export const findAllViolations = (page: Page, part?: string): Promise<string[]> =>
  findViolations(page, ['minor', 'moderate', 'serious', 'critical'], {}, part);

/** Returns the violations of the rules that depend on the theme. */
export const findContrastViolations = (page: Page): Promise<string[]> =>
  findViolations(page, ['serious', 'critical'], { runOnly: ['color-contrast', 'link-in-text-block'] });

/** Switches an open page to a window size and a theme, and waits until its transitions have ended. */
export async function switchAppearance(page: Page, { size, theme }: PageAppearance): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize(VIEWPORTS[size]);
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter(animation => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

/**
 * Injects axe into every document that the page loads from now on. Without this call, `findAccessibilityViolations`
 * injects axe into the current document, which is slower for a page that loads many documents.
 */
export const injectAxe = (page: Page): Promise<unknown> => page.addInitScript({ content: AXE });

async function findViolations(
  page: Page,
  impacts: readonly string[],
  options: RunOptions = {},
  part?: string,
): Promise<string[]> {
  // The debugger injects axe, because the page's content security policy blocks foreign scripts.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    ([rules, selector]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(selector ?? document, {
        resultTypes: ['violations'],
        ...rules,
      }),
    [options, part] as const,
  );
  return violations
    .filter(({ impact }) => impacts.includes(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

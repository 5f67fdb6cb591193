/** Helpers that open a page in the test browser and check its accessibility. */
import { readFileSync } from 'node:fs';
import type { default as axe } from 'axe-core';
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
export const PHONE: PageAppearance = { size: 'phone', theme: 'dark' };

/** Appearances of the accessibility checks: the widest and the narrowest window, and both themes. */
export const APPEARANCES: readonly PageAppearance[] = [DESKTOP, { size: 'narrow', theme: 'dark' }];

/**
 * Switches an open page to a size of the window and a theme. `openPage` reduces motion, so no transition delays the
 * change.
 */
export async function switchAppearance(page: Page, { size, theme }: PageAppearance): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  if (page.viewportSize()?.width !== VIEWPORTS[size].width) await page.setViewportSize(VIEWPORTS[size]);
}

/**
 * Injects axe into every document that the page loads from now on. Without this call, `findViolations` injects axe into
 * the current document, which is slower for a page that loads many documents.
 */
export const injectAxe = (page: Page): Promise<unknown> => page.addInitScript({ content: AXE });

/**
 * Returns the violations of WCAG 2.2 AA and of best practices that axe finds: rule, element and summary. Also reports a
 * page that is wider than the window, and a clipped navigation.
 *
 * @param part selector of the elements to check; the default is the whole page
 */
export async function findViolations(page: Page, part?: string): Promise<string[]> {
  // The debugger injects axe, because the page's content security policy blocks foreign scripts.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async selector => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
      selector ?? document,
      {
        resultTypes: ['violations'],
        // The only rule of WCAG 2.2 AA that axe does not run by default.
        rules: { 'target-size': { enabled: true } },
        // The rules that need the style sheets of other origins are not run.
        preload: false,
      },
    );
    const { scrollWidth } = document.documentElement;
    const navigation = document.querySelector('.top nav');
    return [
      ...violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      ),
      ...(scrollWidth > innerWidth
        ? [`reflow: ${scrollWidth} pixels wide in a window of ${innerWidth}`]
        : []),
      ...(navigation && navigation.scrollWidth > navigation.clientWidth
        ? [`reflow: the navigation needs ${navigation.scrollWidth} of ${navigation.clientWidth} pixels`]
        : []),
    ];
  }, part);
}

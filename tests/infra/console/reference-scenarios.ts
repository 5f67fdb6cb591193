/** States of the API reference page: the section in the URL, and the actions that lead to the state. */
import type { Locator, Page } from 'playwright-core';

interface ReferenceScenario {
  readonly name: string;
  /** Fragment of the page's URL, which names the section in view. */
  readonly fragment: string;
  readonly hasDialog?: boolean;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** The dialog for requests stays open, so the scenario with the dialog comes last. */
export const REFERENCE_SCENARIOS: readonly ReferenceScenario[] = [
  { name: 'reference', fragment: '' },
  {
    name: 'reference-search',
    fragment: '',
    hasDialog: true,
    prepare: page => searchReference(page, 'idempot'),
  },
  { name: 'reference-guide', fragment: '#tag/guides-paying' },
  { name: 'reference-rules', fragment: '#tag/api-conventions' },
  { name: 'reference-operation', fragment: '#tag/testimonies/POST/api/v1/testimonies' },
  { name: 'reference-request', fragment: '#tag/me/GET/api/v1/me', hasDialog: true, prepare: openRequest },
];

/**
 * Returns the selector of the part that a scenario shows and earlier scenarios do not; undefined for the whole page.
 */
export function getShownPart({ fragment, hasDialog }: ReferenceScenario): string | undefined {
  if (hasDialog) return '[role="dialog"]';
  return fragment ? getSectionSelector(fragment) : undefined;
}

const getSectionSelector = (fragment: string): string => `[id$="${fragment.slice(1)}"]`;

/**
 * Opens the page in a state, and waits until it is complete. If the page is already open, it only moves to the section.
 */
export async function openReference(page: Page, url: string, scenario: ReferenceScenario): Promise<void> {
  const { fragment, prepare } = scenario;
  if (page.url().startsWith(`${url}/docs`)) {
    await page.keyboard.press('Escape'); // closes the search
    await page.evaluate(hash => {
      location.hash = hash;
    }, fragment);
  } else await page.goto(`${url}/docs${fragment}`);
  await page.locator('h1').waitFor();
  if (fragment) await waitForSection(page, getSectionSelector(fragment));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await prepare?.(page);
}

/** Waits until a section is in view. Just after loading, sections above it may still grow and move it. */
const waitForSection = (page: Page, section: string) =>
  page.waitForFunction(selector => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box && box.height > 0 && box.top < innerHeight && box.bottom > 0;
  }, section);

export async function searchReference(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Enter search query' }).fill(text);
  await page.getByRole('option').first().waitFor();
}

/** Opens the dialog in which the reader can send the request of the operation in view. */
export async function openRequest(page: Page): Promise<void> {
  await page
    .locator('[id$="tag/me/GET/api/v1/me"]')
    .getByRole('button', { name: /Test Request/ })
    .click();
  await findSendButton(page).waitFor();
}

export const findSendButton = (page: Page): Locator =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send\b/ })
    .first();

/** States of the API reference page: address, and what brings the loaded page into the state. */
import type { Page } from 'playwright-core';

interface ReferenceScenario {
  readonly name: string;
  /** Fragment of the page's URL. */
  readonly fragment: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export const REFERENCE_SCENARIOS: readonly ReferenceScenario[] = [
  { name: 'reference', fragment: '' },
  { name: 'reference-guide', fragment: '#tag/guides-paying' },
  { name: 'reference-rules', fragment: '#tag/api-conventions' },
  { name: 'reference-operation', fragment: '#tag/testimonies/POST/api/v1/testimonies' },
  { name: 'reference-search', fragment: '', prepare: page => search(page, 'idempot') },
  { name: 'reference-request', fragment: '#tag/me/GET/api/v1/me', prepare: openRequest },
];

/** Opens the page in a state, and waits until it is complete. */
export async function openReference(page: Page, url: string, scenario: ReferenceScenario): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${url}/docs${scenario.fragment}`);
  await page.locator('h1').waitFor();
  const [, name = ''] = scenario.fragment.split('#');
  if (name) await page.locator(`[id$="${name}"]`).first().waitFor();
  await page.waitForLoadState('networkidle');
  await scenario.prepare?.(page);
}

export async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Enter search query' }).fill(text);
  await page.getByRole('option').first().waitFor();
}

/** Opens the window in which the reader can send the request of the operation in view. */
export async function openRequest(page: Page): Promise<void> {
  await page
    .locator('[id$="tag/me/GET/api/v1/me"]')
    .getByRole('button', { name: /Test Request/ })
    .click();
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
}

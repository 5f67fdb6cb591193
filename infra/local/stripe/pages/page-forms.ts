/**
 * Forms of the hosted pages. Each outcome that a visitor can choose, such as a declined payment, has its own form. A
 * hidden field contains the name of the outcome.
 */
import { html, Markup } from '../../html-page.ts';
import { StripeError } from '../responses.ts';
import type { StripeEmulator } from '../types.ts';

export interface PageRequest {
  readonly provider: StripeEmulator;
  readonly path: string;
  /** The submitted fields; undefined if the page is only viewed. */
  readonly form: URLSearchParams | undefined;
}

interface PageOutcome<Subject> {
  readonly button: string;
  /** Text that explains the outcome to the visitor. */
  readonly hint?: string;
  readonly field?: Markup;
  isPossible(subject: Subject): boolean;
  run(subject: Subject, form: URLSearchParams): Promise<unknown> | unknown;
}

export type PageOutcomes<Subject> = Readonly<Record<string, PageOutcome<Subject>>>;

export interface PageForms {
  readonly main: Markup;
  readonly others: Markup;
}

/**
 * Renders a form for each possible outcome. The main form has no fields, so an empty submission chooses it.
 * @param mainLabel label of the main form's button
 */
export function renderForms<Subject>(
  outcomes: PageOutcomes<Subject>,
  main: string,
  subject: Subject,
  mainLabel = outcomes[main]?.button ?? '',
): PageForms {
  const possible = Object.entries(outcomes).filter(([, outcome]) => outcome.isPossible(subject));
  const mainForm = possible
    .filter(([name]) => name === main)
    .map(() => html`<form method="post"><button class="primary">${mainLabel}</button></form>\n`);
  const otherForms = possible
    .filter(([name]) => name !== main)
    .map(([name, { button, hint, field = html`` }]) => {
      const hintText = hint ? html`<small>${hint}</small>` : html``;
      return html`<form method="post"><input type="hidden" name="outcome" value="${name}">${field}<button>${button}${hintText}</button></form>\n`;
    });
  const section = html`<details class="tests"${mainForm.length > 0 ? '' : new Markup(' open')}><summary>Skúšobné výsledky</summary>
<p><small>Túto stránku zobrazuje emulátor platobnej brány. Vyberte, čo sa má stať:</small></p>${otherForms}</details>`;
  return { main: html`${mainForm}`, others: otherForms.length > 0 ? section : html`` };
}

/** Returns the submitted outcome, or undefined when the outcome is not possible now. */
export function findOutcome<Subject>(
  outcomes: PageOutcomes<Subject>,
  main: string,
  subject: Subject,
  form: URLSearchParams,
): PageOutcome<Subject> | undefined {
  const name = form.get('outcome') ?? main;
  const outcome = Object.hasOwn(outcomes, name) ? outcomes[name] : undefined;
  return outcome?.isPossible(subject) ? outcome : undefined;
}

/** Runs an outcome. Returns the error if Stripe's API would reject the operation. */
export async function runOutcome<Subject>(
  outcome: PageOutcome<Subject>,
  subject: Subject,
  form: URLSearchParams,
): Promise<StripeError | undefined> {
  try {
    await outcome.run(subject, form);
    return undefined;
  } catch (error) {
    if (error instanceof StripeError) return error;
    throw error;
  }
}

/** The form field for an amount in euros. */
export const REQUIRED_AMOUNT_FIELD = html`<label>Suma v € <input name="amount" inputmode="decimal" required></label>`;

export const AMOUNT_FIELD = html`<label>Suma v € <input name="amount" inputmode="decimal" placeholder="všetko"></label>`;

/**
 * Reads the amount field as parameters of the API, in cents. If the field is empty, the operation uses the whole
 * remaining amount.
 * @throws StripeError when the field is not a positive amount
 */
export function readAmount(form: URLSearchParams): { amount?: number } {
  const value = form.get('amount');
  if (!value) return {};
  const cents = Math.round(Number(value.replace(',', '.')) * 100);
  if (cents > 0) return { amount: cents };
  throw new StripeError(400, 'This value must be greater than or equal to 1.');
}

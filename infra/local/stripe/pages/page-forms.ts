/** The forms of a page: each outcome that a visitor can choose is one form, named by a hidden field (infra/docs/api/payments.md). */
import { html, type Markup } from '../../html-page.ts';
import { StripeError } from '../responses.ts';
import type { Provider } from '../types.ts';

/** A request for a page. */
export interface PageRequest {
  readonly provider: Provider;
  readonly path: string;
  /** The submitted form; undefined when the page is only viewed. */
  readonly form: URLSearchParams | undefined;
}

interface PageOutcome<Subject> {
  readonly button: string;
  readonly field?: Markup;
  isPossible(subject: Subject): boolean;
  run(subject: Subject, form: URLSearchParams): Promise<unknown> | unknown;
}

/** The outcomes of a page by their names. */
export type PageOutcomes<Subject> = Readonly<Record<string, PageOutcome<Subject>>>;

export interface PageForms {
  readonly main: Markup;
  readonly others: Markup;
}

/** Renders the main outcome as a form without fields, so that an empty submission chooses it, and all others. */
export function renderForms<Subject>(
  outcomes: PageOutcomes<Subject>,
  main: string,
  subject: Subject,
): PageForms {
  const possible = Object.entries(outcomes).filter(([, outcome]) => outcome.isPossible(subject));
  const mainForm = possible
    .filter(([name]) => name === main)
    .map(([, { button }]) => renderForm(html``, button));
  const otherForms = possible
    .filter(([name]) => name !== main)
    .map(([name, { button, field = html`` }]) =>
      renderForm(html`<input type="hidden" name="outcome" value="${name}">${field}`, button),
    );
  const section = html`<section><h2>Na skúšanie</h2><p>Čo sa ešte môže stať:</p>${otherForms}</section>`;
  return { main: html`${mainForm}`, others: otherForms.length > 0 ? section : html`` };
}

const renderForm = (fields: Markup, button: string): Markup =>
  html`<form method="post">${fields}<button>${button}</button></form>\n`;

/** @returns the submitted outcome; undefined when it is not possible now */
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

/** @returns the error when Stripe rejects the outcome */
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

export const AMOUNT_FIELD = html`<label>Suma v centoch (prázdne: celý zvyšok) <input name="amount" inputmode="numeric"></label>`;

/** Reads the field for an amount as parameters of the API; an empty field means all that is left. */
export function readAmount(form: URLSearchParams): { amount?: number } {
  const value = form.get('amount');
  if (!value) return {};
  if (/^[1-9]\d*$/.test(value)) return { amount: Number(value) };
  throw new StripeError(400, 'This value must be greater than or equal to 1.');
}

/** What can happen on a page: each outcome is a form of its own, named in a hidden field (contract §6). */
import { html, type Markup } from '../html.ts';

export interface Outcome<Subject> {
  readonly name: string;
  readonly button: string;
  readonly field?: Markup;
  happens(subject: Subject): boolean;
  run(subject: Subject, form: URLSearchParams): Promise<unknown>;
}

/** The plain one first: whoever submits an empty form gets it. The others are for whoever tries things out. */
export function formsOf<Subject>(
  outcomes: readonly Outcome<Subject>[],
  plain: string,
  subject: Subject,
): { readonly first: Markup; readonly others: Markup } {
  const happening = outcomes.filter(outcome => outcome.happens(subject));
  const first = happening.filter(({ name }) => name === plain).map(({ button }) => formOf(html``, button));
  const others = happening
    .filter(({ name }) => name !== plain)
    .map(({ name, button, field = html`` }) =>
      formOf(html`<input type="hidden" name="outcome" value="${name}">${field}`, button),
    );
  const section = html`<section><h2>Na skúšanie</h2><p>Čo sa ešte môže stať:</p>${others}</section>`;
  return { first: html`${first}`, others: others.length > 0 ? section : html`` };
}

const formOf = (fields: Markup, button: string): Markup =>
  html`<form method="post">${fields}<button>${button}</button></form>\n`;

/** @returns undefined when that cannot happen now */
export function chosen<Subject>(
  outcomes: readonly Outcome<Subject>[],
  plain: string,
  { subject, form }: { readonly subject: Subject; readonly form: URLSearchParams },
): Outcome<Subject> | undefined {
  const name = form.get('outcome') ?? plain;
  return outcomes.find(outcome => outcome.name === name && outcome.happens(subject));
}

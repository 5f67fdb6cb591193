/** What can happen on a page: each outcome is a form of its own, named in a hidden field (contract §6). */
import { html, type Markup } from '../html.ts';

export interface Outcome<Subject> {
  readonly name: string;
  readonly button: string;
  readonly field?: Markup;
  happens(subject: Subject): boolean;
  run(subject: Subject, form: URLSearchParams): Promise<unknown>;
}

/** The first one is plain: whoever submits an empty form gets it. The others stand below, for whoever tries things out. */
export function formsOf<Subject>(
  outcomes: readonly Outcome<Subject>[],
  plain: string,
  subject: Subject,
): Markup {
  const happening = outcomes.filter(outcome => outcome.happens(subject));
  const first = happening.filter(({ name }) => name === plain);
  const others = happening.filter(({ name }) => name !== plain);
  const named = others.map(({ name, button, field }) =>
    formOf(html`<input type="hidden" name="outcome" value="${name}">${field ?? html``}`, button),
  );
  if (others.length === 0) return html`${first.map(({ button }) => formOf(html``, button))}`;
  return html`${first.map(({ button }) => formOf(html``, button))}
<section><h2>Na skúšanie</h2><p>Čo sa môže stať namiesto toho, alebo potom:</p>
${named}</section>`;
}

const formOf = (fields: Markup, button: string): Markup =>
  html`<form method="post">${fields}<button>${button}</button></form>`;

/** @returns undefined when that cannot happen now */
export function chosen<Subject>(
  outcomes: readonly Outcome<Subject>[],
  plain: string,
  { subject, form }: { readonly subject: Subject; readonly form: URLSearchParams },
): Outcome<Subject> | undefined {
  const name = form.get('outcome') ?? plain;
  return outcomes.find(outcome => outcome.name === name && outcome.happens(subject));
}

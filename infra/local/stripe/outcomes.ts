/** What can happen on a page: each outcome is a form of its own, named in a hidden field (contract §6). */
import { html, type Markup } from '../html.ts';

export interface Outcome<Subject> {
  readonly name: string;
  readonly button: string;
  readonly field?: Markup;
  happens(subject: Subject): boolean;
  run(subject: Subject, form: URLSearchParams): Promise<unknown>;
}

/** The first one is plain: whoever submits an empty form gets it. */
export function formsOf<Subject>(
  outcomes: readonly Outcome<Subject>[],
  plain: string,
  subject: Subject,
): Markup {
  return outcomes
    .filter(outcome => outcome.happens(subject))
    .reduce((before, { name, button, field }) => {
      const hidden = name === plain ? html`` : html`<input type="hidden" name="outcome" value="${name}">`;
      return html`${before}<form method="post">${hidden}${field ?? html``}<button>${button}</button></form>
`;
    }, html``);
}

/** @returns undefined when that cannot happen now */
export function chosen<Subject>(
  outcomes: readonly Outcome<Subject>[],
  plain: string,
  { subject, form }: { readonly subject: Subject; readonly form: URLSearchParams },
): Outcome<Subject> | undefined {
  const name = form.get('outcome') ?? plain;
  return outcomes.find(outcome => outcome.name === name && outcome.happens(subject));
}

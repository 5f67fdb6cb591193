/** Error notice in the user's language. */
import { errorTexts, isProblem } from '../../../client/runtime/index.ts';
import { language, t } from '../core/language.ts';
import { SERVICE_FACTS } from '../core/service-facts.ts';
import type { TextKey } from '../texts/all-texts.ts';

/** An error that the console itself has found, with its text. */
export class ConsoleError extends Error {
  readonly key: TextKey;

  constructor(key: TextKey) {
    super(key);
    this.key = key;
  }
}

/** Line that says how to contact support about a problem, with the id of the failed request. */
export const SupportLine = ({ problem }: { problem: unknown }) => (
  <p class="small">
    <a href={SERVICE_FACTS.contact}>{t('writeToUs')}</a>
    {isProblem(problem) && problem.requestId && (
      <>
        {' · '}
        {t('requestId')}: <code>{problem.requestId}</code>
      </>
    )}
  </p>
);

/**
 * Returns whether a user needs support. Users solve problems with a 4xx status, such as a wrong password,
 * themselves.
 */
const needsSupport = (problem: unknown): boolean =>
  isProblem(problem) && !(problem.status >= 400 && problem.status < 500);

export const describeProblem = (problem: unknown): string =>
  problem instanceof ConsoleError ? t(problem.key) : errorTexts(problem, language.value).message;

export const ProblemNotice = ({ problem }: { problem: unknown }) => (
  <div class="notice danger" role="alert" tabIndex={-1}>
    <p>{describeProblem(problem)}</p>
    {needsSupport(problem) && <SupportLine problem={problem} />}
  </div>
);

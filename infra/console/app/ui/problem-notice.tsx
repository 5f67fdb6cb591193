/** Error notice in the user's language. It has one line, and the request id for support behind "Details". */
import { errorTexts, isProblem } from '../../../client/runtime/index.ts';
import { language, t } from '../core/language.ts';
import type { TextKey } from '../texts/all-texts.ts';
import { Button } from './buttons.tsx';

/** An error that the console itself has found, with its text. */
export class ConsoleError extends Error {
  readonly key: TextKey;

  constructor(key: TextKey) {
    super(key);
    this.key = key;
  }
}

/**
 * Request id of an unexpected error, which support asks for. It is folded up, because most users do not need it. Users
 * solve a problem that the API describes, such as a wrong password, without support.
 */
function ProblemDetails({ problem }: { problem: unknown }) {
  if (!isProblem(problem) || !problem.requestId || (problem.status >= 400 && problem.status < 500))
    return null;
  return (
    <details class="details">
      <summary>{t('details')}</summary>
      <p class="small">
        {t('requestId')}: <code>{problem.requestId}</code>
      </p>
    </details>
  );
}

export const ProblemNotice = ({ problem, retry }: { problem: unknown; retry?: () => unknown }) => (
  <div class="notice danger" role="alert" tabIndex={-1}>
    <p>{problem instanceof ConsoleError ? t(problem.key) : errorTexts(problem, language.value).message}</p>
    {retry && <Button onClick={() => void retry()} text={t('tryAgain')} />}
    <ProblemDetails problem={problem} />
  </div>
);

/** Error notice in the user's language: one line, with the request id for support behind "Details". */
import { errorTexts, isProblem } from '../../../client/runtime/index.ts';
import { useTexts } from '../core/language.ts';
import type { TextKey } from '../texts/all-texts.ts';

/** Error of the console itself, with its text. */
export class LocalProblem extends Error {
  readonly key: TextKey;

  constructor(key: TextKey) {
    super(key);
    this.key = key;
  }
}

/** Request id of an error, which support asks for. It is folded up, because most users do not need it. */
export function ProblemDetails({ problem }: { problem: unknown }) {
  const { t } = useTexts();
  if (!isProblem(problem) || !problem.requestId) return null;
  return (
    <details class="details">
      <summary>{t('details')}</summary>
      <p class="small">
        {t('requestId')}: <code>{problem.requestId}</code>
      </p>
    </details>
  );
}

export function ProblemNotice({ problem, retry }: { problem: unknown; retry?: () => unknown }) {
  const { t, language } = useTexts();
  return (
    <div class="notice danger" role="alert" tabIndex={-1}>
      <p>{problem instanceof LocalProblem ? t(problem.key) : errorTexts(problem, language).message}</p>
      <ProblemDetails problem={problem} />
      {retry && (
        <button type="button" class="button" onClick={() => void retry()}>
          {t('tryAgain')}
        </button>
      )}
    </div>
  );
}

/** Error notice in the user's language: one line, with the request id for support behind "Details". */
import { isProblem } from '../../../client/runtime/index.ts';
import { useTexts } from '../core/language.ts';
import { TEXTS, type TextKey } from '../texts/all-texts.ts';

/** Error of the console itself, with its text. */
export class LocalProblem extends Error {
  readonly key: TextKey;

  constructor(key: TextKey) {
    super(key);
    this.key = key;
  }
}

export function useProblemText(): (problem: unknown) => string {
  const { t } = useTexts();
  return problem => {
    if (problem instanceof LocalProblem) return t(problem.key);
    if (!isProblem(problem)) return t('problem.network');
    const key = `problem.${problem.code ?? problem.status}`;
    if (key in TEXTS) return t(key as TextKey, { seconds: problem.retryAfter ?? 60 });
    return problem.message || t('problem.internal');
  };
}

export function ProblemNotice({ problem, retry }: { problem: unknown; retry?: () => unknown }) {
  const { t } = useTexts();
  const getProblemText = useProblemText();
  return (
    <div class="notice danger" role="alert" tabIndex={-1}>
      <p>{getProblemText(problem)}</p>
      <ProblemDetails requestId={isProblem(problem) ? problem.requestId : undefined} />
      {retry && (
        <button type="button" class="button" onClick={() => void retry()}>
          {t('tryAgain')}
        </button>
      )}
    </div>
  );
}

/** Request id for support, which is hidden until the user asks for it. */
export function ProblemDetails({ requestId }: { requestId: string | undefined }) {
  const { t } = useTexts();
  if (!requestId) return null;
  return (
    <details class="details">
      <summary>{t('details')}</summary>
      <p class="small">
        {t('requestId')}: <code>{requestId}</code>
      </p>
    </details>
  );
}

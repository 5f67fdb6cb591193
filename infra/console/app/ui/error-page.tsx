import { isProblem } from '../../../client/runtime/index.ts';
import { t } from '../core/language.ts';
import { Button } from './buttons.tsx';
import { Card, Page } from './page.tsx';
import { describeProblem, SupportLine } from './problem-notice.tsx';

interface ErrorPageProps {
  /** Error that keeps the page from being shown. Without one, the page does not exist. */
  readonly problem?: unknown;
  retry?(): unknown;
}

/** Page that is shown instead of one that does not exist, belongs to somebody else, or failed. */
export function ErrorPage({ problem, retry }: ErrorPageProps) {
  const isMissing = problem === undefined || isProblem(problem, 'not-found');
  const isForbidden = isProblem(problem, 'forbidden', 'not-owner', 'wrong-role');
  const kind = isMissing ? 'notFound' : isForbidden ? 'noAccess' : 'notLoaded';
  return (
    <Page title={t(kind)} narrow>
      <Card>
        <p>{kind === 'notLoaded' ? describeProblem(problem) : t(`${kind}Lead`)}</p>
        <p class="actions">
          {kind === 'notLoaded' && retry && (
            <Button kind="primary" onClick={() => void retry()} text={t('tryAgain')} />
          )}
          {/* The target makes the browser load the start page anew, instead of the router. */}
          <a class={kind === 'notLoaded' ? 'button' : 'button primary'} href="/" target="_self">
            {t('toStart')}
          </a>
        </p>
        <SupportLine problem={problem} />
      </Card>
    </Page>
  );
}

/** Card that is shown instead of content that does not exist, belongs to somebody else, or failed to load. */
import type { ComponentChildren } from 'preact';
import { isProblem } from '../../../client/runtime/index.ts';
import { t } from '../core/language.ts';
import { Button } from './buttons.tsx';
import { Card, LoadingIndicator, type LoadingIndicatorProps, Page } from './page.tsx';
import { describeProblem, SupportLine } from './problem-notice.tsx';

interface ErrorCardProps {
  /** Error that keeps the content from being shown. Without one, the content does not exist. */
  readonly problem?: unknown;
  readonly retry?: (() => unknown) | undefined;
}

function findKind(problem: unknown): 'notFound' | 'noAccess' | 'notLoaded' {
  if (problem === undefined || isProblem(problem, 'not-found')) return 'notFound';
  return isProblem(problem, 'forbidden', 'not-owner', 'wrong-role') ? 'noAccess' : 'notLoaded';
}

/** Card that says what happened, what to do next, and how to contact support. */
function ErrorCard(
  props: ErrorCardProps & { readonly title?: string; readonly children?: ComponentChildren },
) {
  const { problem, retry, title, children } = props;
  const kind = findKind(problem);
  return (
    <Card title={title}>
      <p role="alert">{kind === 'notLoaded' ? describeProblem(problem) : t(`${kind}Lead`)}</p>
      <p class="actions">
        {kind === 'notLoaded' && retry && (
          <Button kind="primary" onClick={() => void retry()} text={t('tryAgain')} />
        )}
        {children}
      </p>
      <SupportLine problem={problem} />
    </Card>
  );
}

interface ErrorPageProps extends ErrorCardProps {
  /** Title and lead that replace the general title after a failure. */
  readonly title?: string;
  readonly lead?: string;
}

export function ErrorPage({ problem, retry, title, lead }: ErrorPageProps) {
  const kind = findKind(problem);
  const isFailure = kind === 'notLoaded';
  return (
    <Page title={(isFailure && title) || t(kind)} lead={isFailure && lead} narrow>
      <ErrorCard problem={problem} retry={retry}>
        {/* Because of `target`, the browser loads the page anew and the router ignores the click. */}
        <a class={isFailure ? 'button' : 'button primary'} href="/" target="_self">
          {t('toStart')}
        </a>
      </ErrorCard>
    </Page>
  );
}

interface LoadingOrErrorProps extends LoadingIndicatorProps {
  readonly error: unknown;
  retry(): unknown;
}

export const LoadingOrError = ({ error, retry, shape }: LoadingOrErrorProps) =>
  error === undefined ? (
    <LoadingIndicator shape={shape} />
  ) : (
    <ErrorCard title={t(findKind(error))} problem={error} retry={retry} />
  );

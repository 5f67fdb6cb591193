import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { t } from '../core/language.ts';
import { Button } from '../ui/buttons.tsx';
import { Page } from '../ui/page.tsx';

/** Shows a message instead of children that cannot be rendered. */
export function ErrorBoundary({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary(console.error);
  return error === undefined ? children : <FailedPage />;
}

const FailedPage = () => (
  <Page title={t('pageFailed')} lead={t('pageFailedLead')} narrow>
    <p class="actions">
      <Button kind="primary" onClick={() => location.reload()} text={t('reloadPage')} />
      {/* The target makes the browser load the start page anew, instead of the router. */}
      <a class="button" href="/" target="_self">
        {t('toStart')}
      </a>
    </p>
  </Page>
);

import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { ErrorPage } from '../ui/error-page.tsx';

/** Shows a message instead of children that cannot be rendered. */
export function ErrorBoundary({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary(console.error);
  return error === undefined ? children : <ErrorPage problem={error} retry={() => location.reload()} />;
}

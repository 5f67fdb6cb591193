/** Page layout and its parts. The title receives the focus when a page opens, so screen readers begin there. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../core/language.ts';

export const APP_NAME = 'Trhovisko posudkov';

interface PageProps {
  readonly title: string;
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly narrow?: boolean;
  readonly children: ComponentChildren;
}

export function Page({ title, lead, actions, narrow, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === APP_NAME ? APP_NAME : `${title} · ${APP_NAME}`;
  }, [title]);
  useEffect(() => {
    if (hasShownFirstPage) heading.current?.focus({ preventScroll: true });
    hasShownFirstPage = true;
  }, []);

  return (
    <div class={narrow ? 'page narrow' : 'page'}>
      <header class="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p class="lead">{lead}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/**
 * Whether a page was shown before. The title of the first page gets no focus, because screen readers announce a newly
 * loaded document anyway.
 */
let hasShownFirstPage = false;

export interface LoadingIndicatorProps {
  /**
   * Layout of the content that is being loaded: the rows of a list below its tabs, or the cards of a page with two
   * columns. The default is cards with one row each.
   */
  readonly shape?: 'rows' | 'cards' | undefined;
}

export const LoadingIndicator = ({ shape }: LoadingIndicatorProps) => (
  <div class={`loading ${shape ?? ''}`} role="status">
    <span class="hidden">{t('loading')}</span>
    <span class="bar" />
    <span class="bar" />
    <span class="bar" />
    <span class="bar" />
  </div>
);

interface EmptyStateProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ComponentChildren;
}

export const EmptyState = ({ title, text, children }: EmptyStateProps) => (
  <div class="empty">
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
);

export const Card = ({ title, children }: { title?: string | undefined; children: ComponentChildren }) => (
  <section class="card" aria-label={title}>
    {title && <h2>{title}</h2>}
    {children}
  </section>
);

/**
 * Quotation of a text that a user has written. The label names the author, so that nobody takes the text for a message
 * of the platform.
 */
export const Quotation = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <figure class="quotation">
    <figcaption>{label}</figcaption>
    <blockquote>{children}</blockquote>
  </figure>
);

interface FactListProps {
  readonly rows: readonly (readonly [string, ComponentChildren])[];
  /** Shows each name above its value, in several columns if there is space. */
  readonly columns?: boolean;
}

export function FactList({ rows, columns = false }: FactListProps) {
  const nonEmptyRows = rows.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl class={columns ? 'facts in-columns' : 'facts'}>
      {nonEmptyRows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export type Tone = 'info' | 'success' | 'warning' | 'danger' | 'plain';

export const Badge = ({ tone, children }: { tone: Tone; children: ComponentChildren }) => (
  <span class={`badge ${tone}`}>{children}</span>
);

interface NoticeProps {
  readonly tone: Tone;
  readonly text: ComponentChildren;
  readonly children?: ComponentChildren;
}

export const Notice = ({ tone, text, children }: NoticeProps) => (
  <div class={`notice ${tone}`}>
    <p>{text}</p>
    {children}
  </div>
);

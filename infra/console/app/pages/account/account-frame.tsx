import type { ComponentChildren } from 'preact';
import type { User } from '../../../../client/runtime/index.ts';
import { t } from '../../core/language.ts';
import { currentLocation } from '../../core/router.ts';
import { Page } from '../../ui/page.tsx';

const ACCOUNT_PAGES = [
  ['/account', 'profile'],
  ['/account/security', 'security'],
  ['/account/devices', 'devices'],
  ['/account/verification', 'verification'],
  ['/account/payouts', 'payouts'],
  ['/account/close', 'data'],
] as const;

interface AccountFrameProps {
  readonly user: User;
  readonly title: string;
  readonly lead?: string;
  readonly children: ComponentChildren;
}

export function AccountFrame({ user, title, lead, children }: AccountFrameProps) {
  const { path: currentPath } = currentLocation.value;
  const pages = ACCOUNT_PAGES.filter(
    ([path]) => user.role === 'expert' || !/verification|payouts/.test(path),
  );
  return (
    <div class="account">
      <nav class="side" aria-label={t('account')}>
        {pages.map(([path, key]) => (
          <a class="tab" key={path} href={path} aria-current={path === currentPath ? 'page' : undefined}>
            {t(key)}
          </a>
        ))}
      </nav>
      <Page title={title} lead={lead}>
        {children}
      </Page>
    </div>
  );
}

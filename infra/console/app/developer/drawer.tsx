/**
 * Drawer for frontend developers, with the requests of this tab and the tools of the sandbox. On a phone, where it
 * covers the page, it is modal.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { User } from '../../../client/runtime/index.ts';
import { API_URL } from '../core/api-client.ts';
import { t } from '../core/language.ts';
import { currentUser } from '../core/session.ts';
import { Announcements } from '../ui/announcements.tsx';
import { Icon } from '../ui/icons.tsx';
import { LegalLinks } from '../ui/legal-links.tsx';
import { RequestsTab } from './requests-tab.tsx';
import { SwitchesTab } from './switches-tab.tsx';

const phone = matchMedia('(max-width: 48rem)');

export function DeveloperTools() {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isFailing = hasFailure(currentUser.value);
  function close(): void {
    setIsOpen(false);
    // The focus can leave a modal drawer only after the drawer has closed.
    setTimeout(() => button.current?.focus());
  }
  return (
    <>
      <footer class="bottom">
        <LegalLinks />
        <button
          type="button"
          class="button quiet"
          ref={button}
          title={isFailing ? t('failureOn') : undefined}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name="code" />
          {t('developer')}
          {isFailing && <span class="failure-mark" />}
        </button>
      </footer>
      {isOpen && <Drawer onClose={close} />}
    </>
  );
}

/** Returns whether an expert lacks the approval, failed the identity review or has a restricted payment account. */
const hasFailure = (user: User | undefined): boolean =>
  user?.role === 'expert' &&
  (!user.approved || user.identityReview === 'rejected' || user.paymentAccount === 'restricted');

const TABS = { requests: RequestsTab, switches: SwitchesTab } as const;
type Tab = keyof typeof TABS;

function Drawer({ onClose }: { onClose(): void }) {
  const drawer = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosenTab, setChosenTab] = useState<Tab>('requests');
  useEffect(() => {
    const { current: element } = drawer;
    function open(): void {
      element?.close();
      if (phone.matches) element?.showModal();
      else if (element) element.open = true;
    }
    open();
    heading.current?.focus();
    phone.addEventListener('change', open);
    return () => {
      phone.removeEventListener('change', open);
      element?.close();
    };
  }, []);

  // The sandbox controls change the account of the signed-in user, so guests do not see their tab.
  const hasSwitches = currentUser.value !== undefined;
  const tab = hasSwitches ? chosenTab : 'requests';
  const Content = TABS[tab];
  return (
    <dialog
      ref={drawer}
      class="drawer"
      aria-label={t('developer')}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="drawer-head">
        <h2 ref={heading} tabIndex={-1}>
          {t('developer')}
        </h2>
        <a class="small" href={`${API_URL}/api/v1/docs`} target="_blank" rel="noreferrer">
          {t('reference')}
        </a>
        <button type="button" class="icon-button" aria-label={t('close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {hasSwitches && (
        <fieldset class="tabs">
          <legend class="hidden">{t('show')}</legend>
          {(Object.keys(TABS) as Tab[]).map(each => (
            <button type="button" key={each} aria-pressed={each === tab} onClick={() => setChosenTab(each)}>
              {t(`tab.${each}`)}
            </button>
          ))}
        </fieldset>
      )}
      <div class="drawer-content">
        <Content />
      </div>
      <Announcements />
    </dialog>
  );
}

/** Drawer for frontend developers, with the requests of this tab and the tools of the sandbox. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../core/language.ts';
import { session } from '../core/session.ts';
import { useStore } from '../core/store.ts';
import { CloseIcon, CodeIcon } from '../ui/icons.tsx';
import { EventsTab, MailsTab } from './mail-and-event-tabs.tsx';
import { RequestsTab } from './requests-tab.tsx';
import { useSandboxFeatures } from './sandbox-features.ts';
import { SwitchesTab } from './switches-tab.tsx';

export function DeveloperTools() {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  function closeDrawer(): void {
    setIsOpen(false);
    button.current?.focus();
  }
  return (
    <>
      <footer class="bottom">
        <button
          type="button"
          class="button quiet"
          ref={button}
          aria-expanded={isOpen}
          onClick={() => (isOpen ? closeDrawer() : setIsOpen(true))}
        >
          <CodeIcon />
          {t('developer')}
        </button>
      </footer>
      {isOpen && <Drawer onClose={closeDrawer} />}
    </>
  );
}

const TABS = { requests: RequestsTab, switches: SwitchesTab, mails: MailsTab, events: EventsTab } as const;
type Tab = keyof typeof TABS;

function Drawer({ onClose }: { onClose(): void }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = useStore(session);
  const sandbox = useSandboxFeatures(state === 'signed-in');
  const [chosenTab, setChosenTab] = useState<Tab>('requests');
  useEffect(() => heading.current?.focus(), []);

  const visibleTabs = (Object.keys(TABS) as Tab[]).filter(tab => tab === 'requests' || sandbox[tab]);
  const tab = visibleTabs.includes(chosenTab) ? chosenTab : 'requests';
  const Content = TABS[tab];
  return (
    <aside
      class="drawer"
      aria-label={t('developer')}
      onKeyDown={event => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {t('developer')}
        </h2>
        <button type="button" class="icon-button" aria-label={t('close')} onClick={onClose}>
          <CloseIcon />
        </button>
      </header>
      {visibleTabs.length > 1 && (
        <fieldset class="tabs">
          <legend class="hidden">{t('show')}</legend>
          {visibleTabs.map(each => (
            <button type="button" key={each} aria-pressed={each === tab} onClick={() => setChosenTab(each)}>
              {t(`tab.${each}`)}
            </button>
          ))}
        </fieldset>
      )}
      <div class="drawer-content">
        <Content />
      </div>
    </aside>
  );
}

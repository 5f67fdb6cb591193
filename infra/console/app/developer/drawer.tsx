/** What goes over the wire, for whoever builds a frontend: beside the pages, never in their way. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../core/language.ts';
import { session } from '../core/session.ts';
import { useStore } from '../core/store.ts';
import { CloseIcon, CodeIcon } from '../ui/icons.tsx';
import { EventsTab, MailsTab } from './activity.tsx';
import { RequestsTab } from './requests.tsx';
import { useSandbox } from './sandbox.ts';
import { SwitchesTab } from './switches.tsx';

export function Developer() {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  function close(): void {
    setOpen(false);
    button.current?.focus();
  }
  return (
    <>
      <footer class="bottom">
        <button
          type="button"
          class="button quiet"
          ref={button}
          aria-expanded={open}
          onClick={() => (open ? close() : setOpen(true))}
        >
          <CodeIcon />
          {t('developer')}
        </button>
      </footer>
      {open && <Drawer close={close} />}
    </>
  );
}

const TABS = { requests: RequestsTab, switches: SwitchesTab, mails: MailsTab, events: EventsTab } as const;
type Tab = keyof typeof TABS;

function Drawer({ close }: { close(): void }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = useStore(session);
  const sandbox = useSandbox(state === 'open');
  const [chosen, choose] = useState<Tab>('requests');
  useEffect(() => heading.current?.focus(), []);

  const shown = (Object.keys(TABS) as Tab[]).filter(tab => tab === 'requests' || sandbox[tab]);
  const tab = shown.includes(chosen) ? chosen : 'requests';
  const Content = TABS[tab];
  return (
    <aside
      class="drawer"
      aria-label={t('developer')}
      onKeyDown={event => {
        if (event.key === 'Escape') close();
      }}
    >
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {t('developer')}
        </h2>
        <button type="button" class="icon-button" aria-label={t('close')} onClick={close}>
          <CloseIcon />
        </button>
      </header>
      {shown.length > 1 && (
        <fieldset class="tabs">
          <legend class="hidden">{t('show')}</legend>
          {shown.map(each => (
            <button type="button" key={each} aria-pressed={each === tab} onClick={() => choose(each)}>
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

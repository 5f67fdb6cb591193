/** The mails written for the signed-in person, and what happened to them. */
import type { ComponentChildren } from 'preact';
import type { ActivityEvent, KeptMail } from '../../../client/runtime/index.ts';
import { api } from '../core/api.ts';
import { useTexts } from '../core/language.ts';
import { useResource } from '../core/resource.ts';
import { Badge, Pending } from '../ui/page.tsx';

export function MailsTab() {
  return <Newest name="mails" read={() => api.listMails()} show={mail => <OneMail mail={mail} />} />;
}

export function EventsTab() {
  return <Newest name="events" read={() => api.listEvents()} show={event => <OneEvent event={event} />} />;
}

interface NewestProps<Item> {
  readonly name: string;
  read(): Promise<{ readonly data: readonly Item[] }>;
  show(item: Item): ComponentChildren;
}

function Newest<Item extends { id: string }>({ name, read, show }: NewestProps<Item>) {
  const { t } = useTexts();
  const list = useResource(read, name);
  if (!list.data) return <Pending error={list.error} retry={list.reload} />;
  return (
    <>
      <p>
        <button type="button" class="link" onClick={() => void list.reload()}>
          {t('refresh')}
        </button>
      </p>
      {list.data.data.length === 0 && <p class="small">{t('nothingYet')}</p>}
      <ul class="exchanges">
        {list.data.data.map(item => (
          <li key={item.id}>{show(item)}</li>
        ))}
      </ul>
    </>
  );
}

function OneMail({ mail }: { mail: KeptMail }) {
  const { t, time } = useTexts();
  return (
    <details>
      <summary>
        <span lang="sk">{mail.subject}</span>
        <span class="small">{time(mail.sentAt)}</span>
        {mail.state !== 'sent' && <Badge tone="warning">{t(`mail.${mail.state}`)}</Badge>}
      </summary>
      <p class="small">{mail.to}</p>
      <pre lang="sk">
        <Linked text={mail.text ?? ''} />
      </pre>
    </details>
  );
}

/** Addresses in a text lead somewhere. */
function Linked({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/\S+)/);
  return (
    <>
      {parts.map((part, index) =>
        /^https?:/.test(part) ? (
          <a key={`${index} ${part}`} href={part}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </>
  );
}

function OneEvent({ event }: { event: ActivityEvent }) {
  const { time } = useTexts();
  return (
    <details>
      <summary>
        <code>{event.type}</code>
        <span class="small">{time(event.at)}</span>
      </summary>
      <pre>
        <code>{JSON.stringify({ requestId: event.requestId, about: event.about }, null, 2)}</code>
      </pre>
    </details>
  );
}

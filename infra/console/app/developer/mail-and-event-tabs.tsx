/** Tabs that list the mails to the signed-in user and the events of the user's account. */
import type { ComponentChildren } from 'preact';
import type { ActivityEvent, SentMail } from '../../../client/runtime/index.ts';
import { api } from '../core/api-client.ts';
import { formatTime, t } from '../core/language.ts';
import { useResource } from '../core/resource.ts';
import { Badge, LoadingOrProblem } from '../ui/page.tsx';
import { JsonView } from './json-view.tsx';

export const MailsTab = () => (
  <RefreshableList name="mails" load={() => api.listMails()} renderItem={MailDetails} />
);

export const EventsTab = () => (
  <RefreshableList name="events" load={() => api.listEvents()} renderItem={EventDetails} />
);

interface RefreshableListProps<Item> {
  readonly name: string;
  load(): Promise<{ readonly data: readonly Item[] }>;
  renderItem(item: Item): ComponentChildren;
}

function RefreshableList<Item extends { id: string }>(props: RefreshableListProps<Item>) {
  const list = useResource(props.load, props.name);
  if (!list.data) return <LoadingOrProblem error={list.error} retry={list.reload} />;
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
          <li key={item.id}>{props.renderItem(item)}</li>
        ))}
      </ul>
    </>
  );
}

const MailDetails = (mail: SentMail) => (
  <details>
    <summary>
      <span lang="sk">{mail.subject}</span>
      <span class="small">{formatTime(mail.sentAt)}</span>
      {mail.state !== 'sent' && <Badge tone="warning">{t(`mail.${mail.state}`)}</Badge>}
    </summary>
    <p class="small">{mail.to}</p>
    <pre lang="sk">
      <TextWithLinks text={mail.text ?? ''} />
    </pre>
  </details>
);

function TextWithLinks({ text }: { text: string }) {
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

const EventDetails = (event: ActivityEvent) => (
  <details>
    <summary>
      <code>{event.type}</code>
      <span class="small">{formatTime(event.at)}</span>
    </summary>
    <pre>
      <JsonView text={JSON.stringify(event, null, 2)} />
    </pre>
    {event.about.kind === 'testimony' && (
      <p>
        <a href={`/testimonies/${event.about.id}`}>{t('openTestimony')}</a>
      </p>
    )}
  </details>
);

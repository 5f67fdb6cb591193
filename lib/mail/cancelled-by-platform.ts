import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

type Message = MailMessageOf<'cancelled-by-platform'>;

const CONSEQUENCES: Readonly<Record<'refunding' | 'refunded' | 'expert', [text: string, short: string]>> = {
  refunding: ['Celá platba sa vám vráti. O peniazoch vám napíšeme zvlášť.', 'celá platba sa vám vráti.'],
  refunded: ['Celá platba sa vám už vrátila.', 'celá platba sa vám vrátila.'],
  expert: ['Posudok už prosím neodovzdávajte, odmena zaň nebude vyplatená.', 'posudok už neodovzdávajte.'],
};

const consequencesOf = ({ to, isRefunded }: Message) =>
  CONSEQUENCES[to === 'expert' ? to : isRefunded ? 'refunded' : 'refunding'];

/** Notifies the client or the assigned expert that the platform has cancelled their testimony. */
export function cancelledByPlatformMail(message: Message): MailContent {
  const { firstName, testimony, link, reason } = message;
  const [text, short] = consequencesOf(message);
  return {
    subject: 'Znalecký posudok sme zrušili',
    preheader: `${testimonySummary(testimony)}: ${short}`,
    greeting: greeting(firstName),
    paragraphs: ['znalecký posudok sme zrušili.', ...(reason ? [`Dôvod: ${reason}`] : []), text],
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}

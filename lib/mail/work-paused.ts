import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

/** Tells the expert to wait, because the client's bank disputes the payment. */
export function workPausedMail({
  firstName,
  testimony,
  link,
  isDelivered,
}: MailMessageOf<'work-paused'>): MailContent {
  return {
    subject: isDelivered ? 'Odmena za posudok zatiaľ čaká' : 'Práca na posudku je pozastavená',
    preheader: `${testimonySummary(testimony)}: banka klienta preveruje platbu.`,
    greeting: greeting(firstName),
    paragraphs: [
      'banka klienta preveruje platbu za znalecký posudok a peniaze nám zatiaľ vzala späť.',
      isDelivered
        ? 'Odmenu vám pošleme, keď banka rozhodne v náš prospech.'
        : 'Na posudku prosím zatiaľ nepracujte. Termín odovzdania sa posunie o celý čas, kým banka rozhoduje.',
      'O rozhodnutí banky vám hneď napíšeme.',
    ],
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}

import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

type Message = MailMessageOf<'complaint-made'>;

/** Texts for each party. They do not repeat what the client wrote; the expert reads the reason after signing in. */
const TEXTS: Readonly<
  Record<
    Message['to'],
    { readonly subject: string; readonly preheader: string; readonly paragraphs: string[] }
  >
> = {
  client: {
    subject: 'Prijali sme vašu reklamáciu',
    preheader: 'odmenu znalcovi zatiaľ nevyplatíme.',
    paragraphs: [
      'prijali sme vašu reklamáciu znaleckého posudku. Odmenu znalcovi zatiaľ nevyplatíme.',
      'Znalec môže odovzdať opravený posudok; napíšeme vám o ňom. Ak bude v poriadku, potvrďte ho. Inak o reklamácii rozhodneme my.',
    ],
  },
  expert: {
    subject: 'Klient reklamoval znalecký posudok',
    preheader: 'dôvod nájdete po prihlásení.',
    paragraphs: [
      'klient reklamoval znalecký posudok, ktorý ste odovzdali. Dôvod nájdete po prihlásení na stránke posudku.',
      'Môžete odovzdať opravený posudok. Odmena čaká, kým klient posudok nepotvrdí alebo kým o reklamácii nerozhodneme my.',
    ],
  },
};

/** Notifies a party that the client has complained about the delivered document. */
export function complaintMadeMail({ firstName, testimony, link, to }: Message): MailContent {
  const { subject, preheader, paragraphs } = TEXTS[to];
  return {
    subject,
    preheader: `${testimonySummary(testimony)}: ${preheader}`,
    greeting: greeting(firstName),
    paragraphs,
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}

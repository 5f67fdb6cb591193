import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

type Verdict = MailMessageOf<'document-rejected'>['verdict'];

const DEFECTS: Readonly<Record<Verdict, string>> = {
  unreadable:
    'dokument, ktorý ste odovzdali, sa pri kontrole nepodarilo prečítať. Môže byť poškodený, neúplný, ' +
    'zašifrovaný alebo príliš zložitý.',
  'active-content':
    'kontrola našla v dokumente, ktorý ste odovzdali, aktívny obsah: skript, spúšťanie programu alebo vložený ' +
    'spustiteľný súbor. Taký obsah môže ohroziť počítač každého, kto dokument otvorí.',
  infected:
    'antivírusová kontrola našla v dokumente, ktorý ste odovzdali, škodlivý softvér. Dokument si preto nikto nemôže ' +
    'stiahnuť. Skontrolujte prosím aj zariadenie, v ktorom dokument vznikol.',
};

const SHORT_DEFECTS: typeof DEFECTS = {
  unreadable: 'dokument sa nepodarilo prečítať.',
  'active-content': 'dokument obsahuje aktívny obsah.',
  infected: 'v dokumente je škodlivý softvér.',
};

/** Tells an expert that the check found a defect in the delivered document. */
export function documentRejectedMail({
  firstName,
  verdict,
  testimony,
  link,
}: MailMessageOf<'document-rejected'>): MailContent {
  return {
    subject: 'Dokument posudku treba opraviť',
    preheader: `${testimonySummary(testimony)}: ${SHORT_DEFECTS[verdict]}`,
    greeting: greeting(firstName),
    paragraphs: [
      DEFECTS[verdict],
      'Odovzdajte prosím opravený dokument: PDF bez hesla, bez skriptov a bez vložených programov.',
      'Výsledok kontroly vidí aj klient. Kým dokument nie je v poriadku, vyplatenie odmeny sa môže zdržať.',
    ],
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}

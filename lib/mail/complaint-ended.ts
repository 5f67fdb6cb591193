import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent, type MailDetailRow } from './content.ts';
import { formatEuros } from './slovak-formats.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

type Message = MailMessageOf<'complaint-ended'>;

/** Notifies a party of how a complaint about the delivered document ended, with the exact amounts. */
export function complaintEndedMail(message: Message): MailContent {
  const { firstName, testimony, link, decision, outcome } = message;
  return {
    subject:
      outcome === 'confirmed' ? 'Klient potvrdil znalecký posudok' : 'Rozhodli sme o reklamácii posudku',
    preheader: `${testimonySummary(testimony)}: ${describeMoney(message)}`,
    greeting: greeting(firstName),
    paragraphs: [
      outcome === 'confirmed'
        ? 'klient potvrdil znalecký posudok, a tým sa jeho reklamácia skončila.'
        : 'o reklamácii znaleckého posudku sme rozhodli.',
      capitalize(describeMoney(message)),
      ...(decision ? [`Dôvod: ${decision}`] : []),
    ],
    highlights: moneyFacts(message),
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}

function moneyFacts({ to, refund, payout }: Message): MailDetailRow[] {
  if (to === 'expert') return [['Vaša odmena', formatEuros(payout)]];
  return refund > 0 ? [['Vrátime vám', formatEuros(refund)]] : [];
}

function describeMoney({ to, refund, payout }: Message): string {
  if (to === 'client') {
    return refund > 0
      ? `z vašej platby vám vrátime ${formatEuros(refund)}.`
      : 'odmenu vyplatíme znalcovi, platbu vám nevraciame.';
  }
  return payout > 0 ? `vaša odmena za posudok je ${formatEuros(payout)}.` : 'odmenu za posudok nevyplatíme.';
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

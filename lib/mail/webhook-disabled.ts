import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { formatMoment } from './slovak-formats.ts';

/** Tells the owner of a webhook endpoint that it was disabled. The URL is left out, because users write it. */
export function webhookDisabledMail({
  firstName,
  endpointId,
  disabledAt,
}: MailMessageOf<'webhook-disabled'>): MailContent {
  return {
    subject: 'Webhook bol vypnutý',
    preheader: 'Váš server neprijíma udalosti. Nové udalosti mu už neposielame.',
    greeting: greeting(firstName),
    paragraphs: [
      'váš server tri dni neprijal žiadnu udalosť alebo odpovedal, že adresa už neplatí (stav 410). Webhook sme preto vypli a ďalšie udalosti mu neposielame.',
      'Keď bude server v poriadku, zapnite webhook zmenou jeho nastavení (PUT /webhook-endpoints/{id}). Zmeškané udalosti nájdete v zozname udalostí (GET /me/events).',
    ],
    facts: [
      ['Webhook', endpointId],
      ['Vypnutý', formatMoment(disabledAt)],
    ],
  };
}

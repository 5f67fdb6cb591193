/** Mails about webhook endpoints (infra/docs/api/mails.md). */
import { formatMoment } from '../texts/slovak-formats.ts';
import { linkTo, type MailCreators } from './content.ts';
import type { MailDescriptions } from './mail-description.ts';

const WEBHOOK_CHANGES = {
  created: {
    subject: 'K účtu pribudol webhook',
    text: 'k vášmu účtu bol práve pridaný webhook. Keď jeho adresa potvrdí, že udalosti chce prijímať, začneme jej ich posielať.',
  },
  changed: {
    subject: 'Nastavenia webhooku boli zmenené',
    text: 'nastavenia webhooku vášho účtu boli práve zmenené. Ak bol vypnutý, opäť je zapnutý; novú adresu treba najprv potvrdiť.',
  },
  'secret-rotated': {
    subject: 'Webhook má nový podpisový kľúč',
    text: 'podpisový kľúč webhooku vášho účtu bol práve vymenený. Pôvodný platí ešte 24 hodín.',
  },
} as const;

export const webhookMails = {
  /** Notifies the owner of a changed webhook endpoint, in case another person made the change. */
  'webhook-changed': ({ endpointId, change }) => ({
    subject: WEBHOOK_CHANGES[change].subject,
    preheader: 'Ak ste to neboli vy, zmeňte si heslo a dajte nám vedieť.',
    paragraphs: [
      WEBHOOK_CHANGES[change].text,
      'Ak ste to neboli vy, zmeňte si heslo a dajte nám vedieť. Zmena hesla vypne všetky webhooky účtu.',
    ],
    facts: [['Webhook', endpointId]],
    action: linkTo('webhooks'),
  }),

  /** Tells the owner of a webhook endpoint that it was disabled. The URL is left out, because a user has written it. */
  'webhook-disabled': ({ endpointId, disabledAt }) => ({
    subject: 'Webhook bol vypnutý',
    preheader: 'Váš server neprijíma udalosti. Nové udalosti mu už neposielame.',
    paragraphs: [
      'váš server tri dni neprijal žiadnu udalosť alebo odpovedal, že adresa už neplatí (stav 410). Webhook sme preto vypli a ďalšie udalosti mu neposielame.',
      'Keď bude server v poriadku, zapnite webhook; zadáte pri tom heslo. Zmeškané udalosti nájdete v zozname udalostí (GET /me/events).',
    ],
    facts: [
      ['Webhook', endpointId],
      ['Vypnutý', formatMoment(disabledAt)],
    ],
    action: linkTo('webhooks'),
  }),
} satisfies MailCreators;

export const webhookMailDescriptions = {
  'webhook-changed': {
    recipients: 'everybody',
    summary: 'created, changed, secret rotated; with its id, not its URL',
    sample: {
      change: 'created',
      endpointId: '01a1fdbd-07e8-736d-9fb7-ddc68d9d131e',
    },
  },
  'webhook-disabled': {
    recipients: 'everybody',
    summary: 'it [failed](webhooks.md#retries); with its id, not its URL',
    sample: {
      endpointId: '01a1fdbd-07e8-736d-9fb7-ddc68d9d131e',
      disabledAt: '2026-11-03T08:00:00.000Z',
    },
  },
} satisfies Partial<MailDescriptions>;

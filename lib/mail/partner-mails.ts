/** Mails to partners (infra/docs/api/mails.md). */
import type { MailCreators } from './content.ts';
import type { MailDescriptions } from './mail-description.ts';

const PARTNER_CHANGES = {
  created: {
    subject: 'Partner bol vytvorený',
    text: 'vytvorili sme partnera, ktorý má túto e-mailovú adresu.',
  },
  changed: {
    subject: 'Nastavenia partnera boli zmenené',
    text: 'názov, adresa frontendu alebo webhook partnera boli práve zmenené. Novú adresu webhooku treba najprv potvrdiť.',
  },
  'key-rotated': {
    subject: 'Partner má nový kľúč',
    text: 'partner má od tejto chvíle nový kľúč. Pôvodný platí ešte 24 hodín.',
  },
  'webhook-secret-rotated': {
    subject: 'Webhook partnera má nový podpisový kľúč',
    text: 'podpisový kľúč webhooku partnera bol práve vymenený. Pôvodný platí ešte 24 hodín.',
  },
  'webhook-disabled': {
    subject: 'Webhook bol vypnutý',
    text: 'server partnera tri dni neprijal žiadnu udalosť alebo odpovedal, že adresa už neplatí (stav 410). Webhook sme preto vypli a ďalšie udalosti mu neposielame. Keď bude server v poriadku, nastavte webhook znova (PUT /partner). Zmeškané udalosti nájdete v zozname udalostí (GET /partner/events).',
  },
  disabled: {
    subject: 'Partner bol vypnutý',
    text: 'partnera sme vypli. Jeho kľúč neplatí a používatelia sa cezeň nemôžu registrovať ani prihlásiť.',
  },
} as const;

const ADVICE = 'Ak ste o tom nevedeli, dajte nám hneď vedieť.';

export const partnerMails = {
  /** Notifies a partner of a change. Names and URLs are left out, because the holder of the key has chosen them. */
  'partner-changed': ({ partnerId, change }) => {
    const { subject, text } = PARTNER_CHANGES[change];
    const isOwnChange = change !== 'webhook-disabled';
    return {
      subject,
      preheader: isOwnChange ? ADVICE : 'Server partnera neprijíma udalosti.',
      paragraphs: isOwnChange ? [text, ADVICE] : [text],
      facts: [['Partner', partnerId]],
    };
  },
} satisfies MailCreators;

export const partnerMailDescriptions = {
  'partner-changed': {
    recipients: 'partners',
    summary:
      'created, changed, disabled; key or [secret of the webhook](webhooks.md#rotating-the-secret) rotated; webhook disabled: it [failed](webhooks.md#retries); with its id, not its name or URLs',
    sample: {
      change: 'key-rotated',
      partnerId: '01a1fdbd-07e8-736d-9fb7-ddc68d9d131e',
    },
  },
} satisfies Partial<MailDescriptions>;

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
    text: 'názov alebo adresa frontendu partnera boli práve zmenené.',
  },
  'key-rotated': {
    subject: 'Partner má nový kľúč',
    text: 'partner má od tejto chvíle nový kľúč. Pôvodný platí ešte 24 hodín.',
  },
  disabled: {
    subject: 'Partner bol vypnutý',
    text: 'partnera sme vypli. Jeho kľúč neplatí a používatelia sa cezeň nemôžu registrovať ani prihlásiť.',
  },
} as const;

export const partnerMails = {
  /** Notifies a partner of a change. The name and the URL are left out, because the holder of the key has chosen them. */
  'partner-changed': ({ partnerId, change }) => ({
    subject: PARTNER_CHANGES[change].subject,
    preheader: 'Ak ste o tom nevedeli, dajte nám hneď vedieť.',
    paragraphs: [PARTNER_CHANGES[change].text, 'Ak ste o tom nevedeli, dajte nám hneď vedieť.'],
    facts: [['Partner', partnerId]],
  }),
} satisfies MailCreators;

export const partnerMailDescriptions = {
  'partner-changed': {
    recipients: 'partners',
    summary: 'created, changed, key rotated, disabled; with its id, not its name or URL',
    sample: {
      change: 'key-rotated',
      partnerId: '01a1fdbd-07e8-736d-9fb7-ddc68d9d131e',
    },
  },
} satisfies Partial<MailDescriptions>;

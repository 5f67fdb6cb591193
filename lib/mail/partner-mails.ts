/** Mails to partners (infra/docs/api/mails.md). */
import type { MailCreators } from './content.ts';

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

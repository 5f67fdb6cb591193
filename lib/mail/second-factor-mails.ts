/** Mails about the second factor of an account (infra/docs/api/mails.md). */
import { linkTo, type MailCreators } from './content.ts';
import type { MailDescriptions } from './mail-description.ts';

export const secondFactorMails = {
  'second-factor-on': () => ({
    subject: 'Zapli ste dvojstupňové overenie',
    preheader: 'Ak ste to neboli vy, zmeňte si heslo a dajte nám vedieť.',
    paragraphs: [
      'prihlásenie do vášho účtu odteraz okrem hesla vyžaduje aj kód z overovacej aplikácie.',
      'Záložné kódy si uložte mimo telefónu. Keby ste ho stratili, bez nich sa neprihlásite.',
      'Ak ste to neboli vy, zmeňte si heslo a hneď nám dajte vedieť.',
    ],
    action: linkTo('security'),
  }),

  'second-factor-off': () => ({
    subject: 'Vypli ste dvojstupňové overenie',
    preheader: 'Ak ste to neboli vy, zmeňte si heslo a dajte nám vedieť.',
    paragraphs: [
      'na prihlásenie do vášho účtu odteraz stačí heslo.',
      'Ak ste to neboli vy, zmeňte si heslo a hneď nám dajte vedieť.',
    ],
    action: linkTo('security'),
  }),

  'second-factor-removed': ({ reason }) => ({
    subject: 'Zrušili sme dvojstupňové overenie vášho účtu',
    preheader: 'Na prihlásenie odteraz stačí heslo.',
    paragraphs: [
      'zrušili sme dvojstupňové overenie vášho účtu. Na prihlásenie odteraz stačí heslo.',
      `Dôvod: ${reason}`,
      'Ak ste o to nežiadali, zmeňte si heslo a hneď nám dajte vedieť.',
    ],
    action: linkTo('security'),
  }),

  /** Notifies the account owner that a recovery code was used, in case another person has found the codes. */
  'recovery-code-used': ({ left }) => ({
    subject: 'Bol použitý záložný kód',
    preheader: 'Ak ste to neboli vy, zmeňte si heslo a dajte nám vedieť.',
    paragraphs: [
      'namiesto kódu z overovacej aplikácie bol práve použitý záložný kód vášho účtu. Druhýkrát sa použiť nedá.',
      'Ak ste to neboli vy, zmeňte si heslo a hneď nám dajte vedieť.',
    ],
    facts: [['Zostávajúce záložné kódy', String(left)]],
    action: linkTo('security'),
  }),

  /** Warns the account owner that somebody knows the password. Sent once a day at most. */
  'wrong-codes': () => ({
    subject: 'Niekto zrejme pozná vaše heslo',
    preheader: 'Odmietli sme prihlásenia so správnym heslom a nesprávnym kódom.',
    paragraphs: [
      'viackrát sme odmietli prihlásenie do vášho účtu, pri ktorom bolo heslo správne, ale kód dvojstupňového overenia nie.',
      'Ak ste to boli vy, nemusíte robiť nič.',
      'Ak ste to neboli vy, niekto pozná vaše heslo. Do účtu sa bez kódu nedostane, no heslo si hneď obnovte, a zmeňte ho aj všade inde, kde ho používate.',
    ],
    // The button leads to a password reset, because a change of the password needs a code, and the wrong codes may have
    // used up the limit of codes.
    action: linkTo('newPassword'),
  }),
} satisfies MailCreators;

export const secondFactorMailDescriptions = {
  'second-factor-on': {
    recipients: 'everybody',
    summary: 'switched on',
    sample: {},
  },
  'second-factor-off': {
    recipients: 'everybody',
    summary: 'switched off',
    sample: {},
  },
  'second-factor-removed': {
    recipients: 'everybody',
    summary: "with the operator's reason",
    sample: { reason: 'Overili sme vašu totožnosť.' },
  },
  'recovery-code-used': {
    recipients: 'everybody',
    summary: 'with the number of those left',
    sample: { left: 9 },
  },
  'wrong-codes': {
    recipients: 'everybody',
    summary: 'three logins of a day had the right password and a wrong code; once a day at most',
    sample: {},
  },
} satisfies Partial<MailDescriptions>;

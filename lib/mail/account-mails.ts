/** Mails about an account and its security (infra/docs/api/mails.md). */

import { LINK_MINUTES } from '../domain/accounts/link-expiry.ts';
import { linkTo, type MailCreators } from './content.ts';
import type { MailDescriptions } from './mail-description.ts';

/** Time for which mailed links are valid. */
const VALIDITY = `${LINK_MINUTES} minút`;

export const accountMails = {
  /**
   * Asks a new user, or a user with a new e-mail address, to confirm the e-mail address. The e-mail address may belong
   * to somebody else, so the mail contains no personal data, not even a name.
   */
  'verify-email': ({ link, isNewAccount }) => {
    const validity = `Odkaz platí ${VALIDITY}.`;
    if (!isNewAccount) {
      return {
        subject: 'Potvrďte svoju novú e-mailovú adresu',
        preheader: `Stačí jedno kliknutie. ${validity}`,
        greetsByName: false,
        paragraphs: [
          'vo vašom účte na Trhovisku posudkov bola nastavená táto e-mailová adresa. Potvrďte prosím, že patrí vám.',
        ],
        action: { label: 'Potvrdiť e-mailovú adresu', url: link },
        remarks: [validity, 'Ak ste si túto adresu v účte nenastavili vy, správu pokojne ignorujte.'],
      };
    }
    return {
      subject: 'Overte svoju e-mailovú adresu',
      preheader: `Stačí jedno kliknutie. ${validity}`,
      greetsByName: false,
      paragraphs: ['ďakujeme za registráciu. Potvrďte prosím, že táto e-mailová adresa patrí vám.'],
      action: { label: 'Overiť e-mailovú adresu', url: link },
      remarks: [validity, 'Ak ste si účet nevytvorili vy, túto správu pokojne ignorujte.'],
    };
  },

  'password-reset': ({ link }) => ({
    subject: 'Obnovenie hesla',
    preheader: `Odkaz platí ${VALIDITY} a dá sa použiť iba raz.`,
    paragraphs: ['požiadali ste o obnovenie hesla. Nové heslo si zvolíte na tejto stránke.'],
    action: { label: 'Zvoliť nové heslo', url: link },
    remarks: [
      `Odkaz platí ${VALIDITY} a dá sa použiť iba raz.`,
      'Ak ste o obnovenie hesla nežiadali, túto správu pokojne ignorujte. Vaše heslo sa nezmenilo.',
    ],
  }),

  /** Notifies the account owner of a changed password, in case another person made the change. */
  'password-changed': () => ({
    subject: 'Vaše heslo bolo zmenené',
    preheader: 'Ak ste to neboli vy, obnovte si heslo a dajte nám vedieť.',
    paragraphs: [
      'heslo k vášmu účtu bolo práve zmenené a z ostatných zariadení ste boli odhlásení.',
      'Ak ste to neboli vy, obnovte si heslo a dajte nám vedieť.',
    ],
    action: linkTo('newPassword'),
  }),

  /** Notifies a user, at the previous e-mail address, that the account now uses another e-mail address. */
  'email-changed': ({ accountId, isReserved }) => ({
    subject: 'E-mailová adresa vášho účtu bola zmenená',
    preheader: 'Ak ste to neboli vy, hneď nám dajte vedieť.',
    paragraphs: [
      'váš účet odteraz používa inú e-mailovú adresu. Na túto adresu už ďalšie správy posielať nebudeme. Z ostatných zariadení ste boli odhlásení.',
      'Ak ste to neboli vy, hneď nám dajte vedieť.',
      ...(isReserved
        ? [
            'Pôvodnú adresu vám vieme vrátiť do 72 hodín od zmeny. Odpovedzte na túto správu a uveďte číslo účtu.',
          ]
        : []),
    ],
    facts: [['Číslo účtu', accountId]],
  }),

  /** Notifies both e-mail addresses of an account that an operator has restored the former one. */
  'email-restored': ({ isRestoredAddress }) => {
    const subject = 'Pôvodná e-mailová adresa účtu bola obnovená';
    if (!isRestoredAddress)
      return {
        subject,
        preheader: 'Účet túto adresu už nepoužíva.',
        paragraphs: [
          'účtu sme vrátili pôvodnú e-mailovú adresu a odhlásili sme z neho všetky zariadenia. Na túto adresu už ďalšie správy posielať nebudeme.',
          'Ak účet patrí vám, dajte nám vedieť.',
        ],
      };
    return {
      subject,
      preheader: 'Nastavte si nové heslo, staré už neplatí.',
      paragraphs: [
        'váš účet opäť používa túto e-mailovú adresu. Zo všetkých zariadení ste boli odhlásení a doterajšie heslo už neplatí.',
        'Odkaz na nové heslo vám posielame samostatne. Ak neprišiel alebo vypršal, na prihlasovacej stránke požiadajte o nový.',
        'Po prihlásení skontrolujte údaje účtu, najmä telefónne číslo a bankový účet.',
      ],
      action: linkTo('profile'),
    };
  },

  /** Notifies a user of many failed logins to the account. It is sent at most once a day. */
  'failed-logins': () => ({
    subject: 'Niekto sa pokúša prihlásiť do vášho účtu',
    preheader: 'Za poslednú hodinu sme odmietli veľa prihlásení s nesprávnym heslom.',
    paragraphs: [
      'za poslednú hodinu sme odmietli veľa pokusov o prihlásenie do vášho účtu s nesprávnym heslom. Zariadenia, na ktorých ste prihlásení, fungujú ďalej.',
      'Ak to nie ste vy, nemusíte robiť nič. Ak používate to isté heslo aj inde alebo sa dá ľahko uhádnuť, zmeňte si ho.',
    ],
    action: linkTo('security'),
  }),

  'account-locked': ({ reason }) => ({
    subject: 'Váš účet sme zablokovali',
    preheader: 'Do účtu sa zatiaľ nedá prihlásiť.',
    paragraphs: [
      'váš účet sme zablokovali. Zo všetkých zariadení ste boli odhlásení a prihlásiť sa zatiaľ nedá.',
      `Dôvod: ${reason}`,
      'Ak s tým nesúhlasíte alebo potrebujete pomoc, dajte nám vedieť.',
    ],
  }),

  'account-unlocked': ({ reason }) => ({
    subject: 'Váš účet sme odblokovali',
    preheader: 'Môžete sa znova prihlásiť.',
    paragraphs: [
      'váš účet sme odblokovali. Môžete sa znova prihlásiť.',
      `Dôvod: ${reason}`,
      'Ak heslo nepoznáte alebo ho môže poznať niekto iný, obnovte si ho na prihlasovacej stránke.',
    ],
    action: linkTo('signIn'),
  }),

  'sessions-ended': ({ reason }) => ({
    subject: 'Boli ste odhlásení zo všetkých zariadení',
    preheader: 'Heslo sa nezmenilo, prihláste sa znova.',
    paragraphs: [
      'zo všetkých zariadení ste boli odhlásení. Heslo sa nezmenilo, prihláste sa znova.',
      `Dôvod: ${reason}`,
      'Ak vaše heslo môže poznať niekto iný, zmeňte si ho.',
    ],
    action: linkTo('signIn'),
  }),

  'bank-account-changed': ({ ibanEnd }) => ({
    subject: 'Bankový účet bol zmenený',
    preheader: `Číslo nového účtu sa končí na ${ibanEnd}. Ak ste to neboli vy, dajte nám vedieť.`,
    paragraphs: [
      `vo vašom profile je odteraz uvedený bankový účet, ktorého číslo sa končí na ${ibanEnd}.`,
      'Na vyplácanie odmien to nemá vplyv: platobná brána ich posiela na účet, ktorý ste zadali priamo v nej. Zmeníte ho na stránke Overenie znalca.',
      'Ak ste to neboli vy, zmeňte si heslo a hneď nám dajte vedieť.',
    ],
    action: linkTo('security'),
  }),

  /** Notifies the account owner of a data export, in case another person exported the data. */
  'data-exported': () => ({
    subject: 'Vaše údaje boli stiahnuté',
    preheader: 'Ak ste to neboli vy, zmeňte si heslo a dajte nám vedieť.',
    paragraphs: [
      'z vášho účtu boli práve stiahnuté všetky údaje, ktoré o vás uchovávame.',
      'Ak ste to neboli vy, zmeňte si heslo a dajte nám vedieť.',
    ],
    action: linkTo('security'),
  }),

  /** Notifies a user that the account was closed. It is the last mail to the account. */
  'account-closed': () => ({
    subject: 'Váš účet bol zrušený',
    preheader: 'Prihlásiť sa doň už nedá. Ponecháme len to, čo musíme zo zákona.',
    paragraphs: [
      'váš účet sme na vašu žiadosť zrušili. Prihlásiť sa doň už nedá a vaše údaje vymažeme.',
      'Ponecháme len to, čo musíme zo zákona: pri odovzdaných posudkoch meno, sumy a dátumy.',
    ],
    remarks: ['Zálohy, v ktorých sa vaše údaje ešte nachádzajú, zaniknú do 35 dní.'],
  }),
} satisfies MailCreators;

export const accountMailDescriptions = {
  'verify-email': {
    recipients: 'everybody',
    summary: 'on registration, for a new address, and on request',
    sample: {
      link: 'https://www.example/verify-email?url=https%3A%2F%2Fapi.example%2Fx%3Fexpires%3D1%26signature%3Dabc',
      isNewAccount: true,
    },
  },
  'password-reset': {
    recipients: 'everybody',
    summary: 'on request',
    sample: { link: 'https://www.example/reset-password?token=x&email=jana%40klienti.sk' },
  },
  'password-changed': {
    recipients: 'everybody',
    summary: 'to the address that was set before',
    sample: {},
  },
  'email-changed': {
    recipients: 'everybody',
    summary: 'to the former address',
    sample: {
      isReserved: true,
      accountId: '01a1fddd-ff47-7274-a9b4-e43d50a27f13',
    },
  },
  'bank-account-changed': {
    recipients: 'experts',
    summary: 'to the address that was set before',
    sample: { ibanEnd: '7541' },
  },
  'email-restored': {
    recipients: 'everybody',
    summary: 'to both addresses',
    sample: { isRestoredAddress: true },
  },
  'account-locked': {
    recipients: 'everybody',
    summary: "with the operator's reason",
    sample: { reason: 'Do účtu sa zrejme prihlásil niekto iný.' },
  },
  'account-unlocked': {
    recipients: 'everybody',
    summary: "with the operator's reason",
    sample: { reason: 'Overili sme, že účet patrí vám.' },
  },
  'sessions-ended': {
    recipients: 'everybody',
    summary: "with the operator's reason",
    sample: { reason: 'Nahlásili ste stratený telefón.' },
  },
  'failed-logins': {
    recipients: 'everybody',
    summary: 'more than 50 within an hour; once a day at most',
    sample: {},
  },
  'data-exported': {
    recipients: 'everybody',
    summary: 'on each export',
    sample: {},
  },
  'account-closed': {
    recipients: 'everybody',
    summary: 'the last mail',
    sample: {},
  },
} satisfies Partial<MailDescriptions>;

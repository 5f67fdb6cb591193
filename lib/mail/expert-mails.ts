/** Mails to experts about their approval and new testimonies (infra/docs/api/mails.md). */
import { getTestimonyNumber } from '../domain/model/testimonies/testimony.ts';
import { linkTo, type MailCreators } from './content.ts';
import { type MailDescriptions, SAMPLE_TESTIMONY } from './mail-description.ts';
import { getRegionLabel, getTestimonyPath, getTypeLabel } from './testimonies.ts';

const IDENTITY_PARAGRAPHS = {
  accepted: [],
  pending: [
    'Klienti vaše ponuky uvidia až po kontrole vašich dokladov totožnosti. O jej výsledku vám pošleme správu.',
  ],
  rejected: [
    'Vaše doklady totožnosti sme nemohli prijať. Klienti vaše ponuky uvidia, až keď na stránke Overenie znalca nahráte nové doklady a my ich prijmeme.',
  ],
} as const;

function createPreheader(emailVerified: boolean, identityAccepted: boolean): string {
  if (!emailVerified) return 'Posielať ponuky môžete po overení svojej e-mailovej adresy.';
  return identityAccepted
    ? 'Odteraz môžete posielať ponuky na znalecké posudky.'
    : 'Ponuky môžete posielať už teraz. Klienti ich uvidia, keď prijmeme vaše doklady.';
}

export const expertMails = {
  /**
   * Notifies an expert of the approval. The mail lists what the expert still needs so that offers can be made and are
   * shown to clients (infra/docs/api/approval.md#what-an-expert-needs).
   */
  'expert-approved': ({ emailVerified, identityReview }) => ({
    subject: 'Váš účet znalca bol schválený',
    preheader: createPreheader(emailVerified, identityReview === 'accepted'),
    paragraphs: [
      emailVerified
        ? 'váš účet znalca sme schválili. Odteraz môžete klientom posielať ponuky na znalecké posudky.'
        : 'váš účet znalca sme schválili. Skôr ako začnete klientom posielať ponuky na znalecké posudky, overte prosím ešte svoju e-mailovú adresu odkazom, ktorý sme vám poslali v samostatnej správe.',
      ...IDENTITY_PARAGRAPHS[identityReview],
    ],
    action: linkTo('offerable'),
    ...(!emailVerified && {
      remarks: ['Ak platnosť overovacieho odkazu vypršala, po prihlásení môžete požiadať o nový.'],
    }),
  }),

  'identity-accepted': () => ({
    subject: 'Vaša totožnosť bola overená',
    preheader: 'Doklady, ktoré ste nám poslali, sú v poriadku.',
    paragraphs: ['doklady totožnosti, ktoré ste nám poslali, sme skontrolovali a sú v poriadku.'],
    action: linkTo('verification'),
  }),

  'identity-rejected': ({ reason }) => ({
    subject: 'Doklady totožnosti sme nemohli prijať',
    preheader: 'Nové doklady môžete nahrať po prihlásení.',
    paragraphs: [
      'doklady totožnosti, ktoré ste nám poslali, sme skontrolovali, ale nemohli sme ich prijať.',
      ...(reason ? [`Dôvod: ${reason}`] : []),
      'Nové doklady môžete nahrať na stránke Overenie znalca.',
    ],
    action: linkTo('verification'),
  }),

  /** Notifies an expert that the payment account is no longer verified, and explains how to fix it. */
  'payment-account-attention': () => ({
    subject: 'Váš účet na výplaty potrebuje pozornosť',
    preheader: 'Kým ho nedoplníte, odmeny za odovzdané posudky vám nemôžeme vyplatiť.',
    paragraphs: [
      'váš účet na výplaty už nie je v platobnej bráne overený. Kým ho nedoplníte, odmeny za odovzdané posudky vám nemôžeme vyplatiť.',
      'Prihláste sa, na stránke Overenie znalca otvorte platobnú bránu a doplňte údaje, ktoré od vás žiada. Odmeny, ktoré čakajú, potom pošleme.',
    ],
    action: linkTo('verification'),
  }),

  /** Notifies an expert that somebody has opened the page on which the bank account for payouts can be changed. */
  'payment-account-opened': () => ({
    subject: 'Otvorili ste nastavenia výplat',
    preheader: 'Ak ste to neboli vy, zmeňte si heslo a dajte nám vedieť.',
    paragraphs: [
      'z vášho účtu bola otvorená stránka platobnej brány, na ktorej sa dá zmeniť bankový účet na výplaty.',
      'Ak ste to neboli vy, zmeňte si heslo, skontrolujte v platobnej bráne číslo účtu a hneď nám dajte vedieť.',
    ],
    action: linkTo('security'),
  }),

  /**
   * Lists the new testimonies in an expert's regions. The mail contains no text of the clients, not even the city
   * (infra/docs/api/mails.md#texts-of-users).
   */
  'new-testimonies': ({ testimonies, hasMore }) => {
    const isOne = testimonies.length === 1;
    const regions = [...new Set(testimonies.map(({ region }) => getRegionLabel(region)))].join(', ');
    return {
      subject: isOne ? 'Nový dopyt vo vašom kraji' : 'Nové dopyty vo vašich krajoch',
      preheader: `${regions}.`,
      paragraphs: [
        isOne
          ? 'pribudol dopyt, na ktorý môžete poslať ponuku.'
          : 'pribudli dopyty, na ktoré môžete poslať ponuku.',
      ],
      list: testimonies
        .toSorted((one, other) =>
          getRegionLabel(one.region).localeCompare(getRegionLabel(other.region), 'sk'),
        )
        .map(({ id, type, area, region }) => [
          getRegionLabel(region),
          [getTypeLabel(type), ...(area ? [`${area} m²`] : []), `č. ${getTestimonyNumber(id)}`].join(', '),
          getTestimonyPath(id),
        ]),
      action: linkTo('offerable'),
      remarks: [
        ...(hasMore ? ['Ďalšie nové dopyty nájdete v zozname.'] : []),
        'Tieto správy posielame najviac raz za hodinu. Vypnete ich po prihlásení vo svojom účte v časti Profil.',
      ],
    };
  },
} satisfies MailCreators;

export const expertMailDescriptions = {
  'expert-approved': {
    recipients: 'experts',
    summary: 'says whether the address must still be verified, and whether the identity review is missing',
    sample: { emailVerified: false, identityReview: 'pending' },
  },
  'identity-accepted': {
    recipients: 'experts',
    summary: 'by an operator',
    sample: {},
  },
  'identity-rejected': {
    recipients: 'experts',
    summary: "with the operator's reason",
    sample: { reason: 'Zadná strana sa nedá prečítať.' },
  },
  'payment-account-attention': {
    recipients: 'experts',
    summary: 'it is no longer verified',
    sample: {},
  },
  'payment-account-opened': {
    recipients: 'experts',
    summary: "the provider's page was opened",
    sample: {},
  },
  'new-testimonies': {
    recipients: 'experts',
    summary: 'the [digest](#digest-of-new-testimonies)',
    sample: {
      hasMore: true,
      testimonies: [
        { id: SAMPLE_TESTIMONY.id, type: 'apartment', area: 72, region: SAMPLE_TESTIMONY.region },
        { id: '01a1fddd-ff47-7274-a9b4-e43d50a27f13', type: 'land', region: 'po' },
      ],
      unsubscribeUrl: 'https://api.example/api/v1/digests/unsubscribe/x?signature=y',
      claim: {
        digest: {
          expertId: '01a1fddd-ff47-7274-a9b4-e43d50a27f14',
          jobId: '01a1fddd-ff47-7274-a9b4-e43d50a27f15',
          from: '2026-03-02T08:00:00.000Z',
          until: '2026-03-02T09:00:00.000Z',
        },
        replaced: undefined,
      },
    },
  },
} satisfies Partial<MailDescriptions>;

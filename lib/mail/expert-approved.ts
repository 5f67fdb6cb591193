import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

const IDENTITY_PARAGRAPHS = {
  accepted: [],
  pending: [
    'Klienti vaše ponuky uvidia až po kontrole vašich dokladov totožnosti. O jej výsledku vám pošleme správu.',
  ],
  rejected: [
    'Vaše doklady totožnosti sme nemohli prijať. Klienti vaše ponuky uvidia, až keď vo svojom profile nahráte nové doklady a my ich prijmeme.',
  ],
} as const;

/**
 * Notifies an expert of the approval. The mail says what the expert still needs to make offers and to have them shown
 * to clients (infra/docs/api/approval.md#what-an-expert-needs).
 */
export function expertApprovedMail({
  firstName,
  frontendUrl,
  emailVerified,
  identityReview,
}: MailMessageOf<'expert-approved'>): MailContent {
  return {
    subject: 'Váš účet znalca bol schválený',
    preheader: createPreheader(emailVerified, identityReview === 'accepted'),
    greeting: greeting(firstName),
    paragraphs: [
      emailVerified
        ? 'váš účet znalca sme schválili. Odteraz môžete klientom posielať ponuky na znalecké posudky.'
        : 'váš účet znalca sme schválili. Skôr ako začnete klientom posielať ponuky na znalecké posudky, overte prosím ešte svoju e-mailovú adresu odkazom, ktorý sme vám poslali v samostatnej správe.',
      ...IDENTITY_PARAGRAPHS[identityReview],
    ],
    action: { label: 'Otvoriť môj účet', url: frontendUrl },
    ...(!emailVerified && {
      remarks: ['Ak platnosť overovacieho odkazu vypršala, po prihlásení si môžete vyžiadať nový.'],
    }),
  };
}

function createPreheader(emailVerified: boolean, identityAccepted: boolean): string {
  if (!emailVerified) return 'Posielať ponuky môžete po overení svojej e-mailovej adresy.';
  return identityAccepted
    ? 'Odteraz môžete posielať ponuky na znalecké posudky.'
    : 'Ponuky môžete posielať už teraz. Klienti ich uvidia, keď prijmeme vaše doklady.';
}

import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies an expert of the approval; the expert can now make offers. */
export function expertApprovedMail({
  firstName,
  frontendUrl,
}: MailMessageOf<'expert-approved'>): MailContent {
  return {
    subject: 'Váš účet znalca bol schválený',
    preheader: 'Odteraz môžete predkladať ponuky na znalecké posudky.',
    greeting: greeting(firstName),
    paragraphs: [
      'váš účet znalca sme schválili. Odteraz môžete klientom predkladať ponuky na znalecké posudky.',
    ],
    action: { label: 'Otvoriť môj účet', url: frontendUrl },
  };
}

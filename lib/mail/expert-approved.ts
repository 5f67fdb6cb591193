import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greeting } from './content.ts';

/** Notifies an expert of the approval; the expert can now make offers. */
export function expertApprovedMail({ firstName, frontendUrl }: MailOf<'expert-approved'>): Content {
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

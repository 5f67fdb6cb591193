import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies an expert that the payment account is no longer verified, and explains how to fix it. */
export function paymentAccountAttentionMail({
  firstName,
  frontendUrl,
}: MailMessageOf<'payment-account-attention'>): MailContent {
  return {
    subject: 'Váš účet pre výplaty potrebuje pozornosť',
    preheader: 'Kým ho nedoplníte, odmeny za dodané posudky vám nemôžeme vyplatiť.',
    greeting: greeting(firstName),
    paragraphs: [
      'platobná brána už nevedie váš účet pre výplaty ako overený. Kým to tak je, odmeny za dodané posudky vám nemôžeme vyplatiť.',
      'Prihláste sa, otvorte si vo svojom profile stránku platobnej brány a doplňte, čo od vás žiada. Čo vám dlhujeme, potom pošleme.',
    ],
    action: { label: 'Otvoriť môj účet', url: frontendUrl },
  };
}

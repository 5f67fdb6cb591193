import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies an expert that the payment account is no longer verified, and explains how to fix it. */
export function paymentAccountAttentionMail({
  firstName,
  frontendUrl,
}: MailMessageOf<'payment-account-attention'>): MailContent {
  return {
    subject: 'Váš účet pre výplaty potrebuje pozornosť',
    preheader: 'Kým ho nedoplníte, odmeny za odovzdané posudky vám nemôžeme vyplatiť.',
    greeting: greeting(firstName),
    paragraphs: [
      'váš účet pre výplaty už nie je v platobnej bráne overený. Kým ho nedoplníte, odmeny za odovzdané posudky vám nemôžeme vyplatiť.',
      'Prihláste sa, otvorte si vo svojom profile stránku platobnej brány a doplňte údaje, ktoré od vás žiada. Odmeny, ktoré čakajú, potom pošleme.',
    ],
    action: { label: 'Otvoriť môj účet', url: frontendUrl },
  };
}

import type { ComplaintPeriod } from '../domain/model/mail.ts';
import { formatMoment } from '../texts/slovak-formats.ts';
import type { MailDetailRow } from './content.ts';

/** Returns the paragraph that tells a client how to confirm a testimony or to complain about it, if that is possible. */
export const describeComplaintPeriod = (until: ComplaintPeriod['complaintUntil']): string[] =>
  until
    ? [
        `Skontrolujte ho prosím. Ak je v poriadku, potvrďte ho. Ak nie je, môžete ho do ${formatMoment(until)} reklamovať. Po tomto čase odmenu pošleme znalcovi.`,
      ]
    : [];

export const complaintPeriodFacts = (until: ComplaintPeriod['complaintUntil']): MailDetailRow[] =>
  until ? [['Reklamovať môžete do', formatMoment(until)]] : [];

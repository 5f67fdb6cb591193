/** Descriptions of mails for the documentation, tests and screenshots. No bundle contains them. */
import type { MailName, MailTypes } from '../domain/model/mails/mail.ts';

export type MailDescriptions = { readonly [Name in MailName]: MailDescription<Name> };

interface MailDescription<Name extends MailName> {
  readonly recipients: 'everybody' | 'clients' | 'experts' | 'both parties' | 'partners';
  /** Occasion of the mail and what it contains, in Markdown (infra/docs/api/mails.md). */
  readonly summary: string;
  /** Facts of a sample. A mail with separate texts for both parties has a second sample, to the other party. */
  readonly sample: MailTypes[Name]['facts'];
}

export const SAMPLE_TESTIMONY = {
  id: '01a1fddd-ff47-7274-a9b4-e43d50a27f12',
  purpose: 'mortgage',
  region: 'ke',
};

export const SAMPLE_DATE = '2026-03-02T09:05:00.000Z';

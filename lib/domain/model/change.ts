/**
 * Changes that a decision makes, as plain values. A unit of work commits all changes of a decision in one transaction
 * (infra/decisions/0024-unit-of-work.md). Each subject declares its kinds of changes; the writes of each kind are in
 * the folder of the subject in `lib/platform/aws`.
 */
import type { AccountChanges } from './accounts/account-changes.ts';
import type { ActivityChanges } from './activity/activity-changes.ts';
import type { FileChanges } from './files/file.ts';
import type { JobChanges } from './jobs/job-changes.ts';
import type { LimitChanges } from './limits/rate-limit.ts';
import type { MailChanges } from './mails/mail-changes.ts';
import type { PartnerChanges } from './partners/partner.ts';
import type { PaymentChanges } from './payments/payment-changes.ts';
import type { TestimonyChanges } from './testimonies/testimony-changes.ts';
import type { WebhookChanges } from './webhooks/webhook.ts';

export interface Decision<Result> {
  readonly result: Result;
  readonly changes: readonly Change[];
}

type ChangesByKind = AccountChanges &
  ActivityChanges &
  FileChanges &
  JobChanges &
  LimitChanges &
  MailChanges &
  PartnerChanges &
  PaymentChanges &
  TestimonyChanges &
  WebhookChanges;

type ChangeKind = keyof ChangesByKind;

export type ChangeOf<Kind extends ChangeKind> = { readonly kind: Kind } & ChangesByKind[Kind];

export type Change = { [Kind in ChangeKind]: ChangeOf<Kind> }[ChangeKind];

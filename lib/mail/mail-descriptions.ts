/** Descriptions of all mails by name. */
import { accountMailDescriptions } from './account-mails.ts';
import { cancellationMailDescriptions } from './cancellation-mails.ts';
import { complaintMailDescriptions } from './complaint-mails.ts';
import { deliveryMailDescriptions } from './delivery-mails.ts';
import { expertMailDescriptions } from './expert-mails.ts';
import type { MailDescriptions } from './mail-description.ts';
import { offerMailDescriptions } from './offer-mails.ts';
import { partnerMailDescriptions } from './partner-mails.ts';
import { paymentMailDescriptions } from './payment-mails.ts';
import { secondFactorMailDescriptions } from './second-factor-mails.ts';

export const MAIL_DESCRIPTIONS: MailDescriptions = {
  ...accountMailDescriptions,
  ...secondFactorMailDescriptions,
  ...offerMailDescriptions,
  ...paymentMailDescriptions,
  ...deliveryMailDescriptions,
  ...expertMailDescriptions,
  ...complaintMailDescriptions,
  ...cancellationMailDescriptions,
  ...partnerMailDescriptions,
};

/** Definitions of all mails by name. */
import { accountMailDefinitions } from './account-mail-definitions.ts';
import { expertMailDefinitions } from './expert-mail-definitions.ts';
import type { MailDefinitions } from './mail-definition.ts';
import { partnerMailDefinitions } from './partner-mail-definitions.ts';
import { paymentMailDefinitions } from './payment-mail-definitions.ts';
import { testimonyMailDefinitions } from './testimony-mail-definitions.ts';

export const MAIL_DEFINITIONS: MailDefinitions = {
  ...accountMailDefinitions,
  ...expertMailDefinitions,
  ...testimonyMailDefinitions,
  ...paymentMailDefinitions,
  ...partnerMailDefinitions,
};

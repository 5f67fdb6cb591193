/** Schemas for fields with a fixed set of values, and rules between such fields. */
import * as v from 'valibot';
import { MAX_OVERDUE_DAYS, MAX_PAYOUT_DELAY_DAYS } from '../domain/input-limits.ts';
import { IDENTITY_REVIEWS } from '../domain/model/accounts/account.ts';
import { FILE_TYPES, MAX_FILE_BYTES, UPLOAD_PURPOSES } from '../domain/model/files/file.ts';
import { TASK_KINDS } from '../domain/model/jobs/job-class.ts';
import { SETTLEMENT_KINDS } from '../domain/model/payments/ledger-entry.ts';
import { MONEY_LISTS } from '../domain/model/payments/money-list.ts';
import { getFieldMessage, slovakMessages } from './slovak.ts';
import { createMissingFieldIssues, type FieldsCheck, isSent } from './validate.ts';
import { createIntegerSchema } from './whole-numbers.ts';

export function createChoiceSchema<const Values extends readonly string[]>(values: Values) {
  return v.picklist(values, slovakMessages.choice);
}

/** Fields of a request for an upload (infra/docs/api/uploads.md#asking-for-an-upload). */
export const UploadPurpose = createChoiceSchema(['identity-document', 'testimony-document']);
export const UploadType = createChoiceSchema(FILE_TYPES);
export const FileSize = createIntegerSchema(
  1,
  MAX_FILE_BYTES,
  slovakMessages.fileEmpty,
  slovakMessages.fileTooLarge,
);

/** Fields of the operators' identity review (infra/docs/api/operators.md). */
export const ReviewState = createChoiceSchema(IDENTITY_REVIEWS);
export const ReviewDecision = createChoiceSchema(['accepted', 'rejected']);
export const ComplaintDecision = createChoiceSchema(['pay-out', 'refund']);

/**
 * End of a dispute, and state of a payment account, that the sandbox simulates (infra/docs/api/sandbox.md#switches).
 */
export const DisputeOutcome = createChoiceSchema(['won', 'lost']);
export const SimulatedAccountState = createChoiceSchema(['verified', 'restricted']);

export const JobState = createChoiceSchema(['dead', 'late', 'postponed']);

export const MoneyListName = createChoiceSchema([...MONEY_LISTS]);
/** Party that bears a refund that an operator orders. */
export const RefundBearer = createChoiceSchema(['expert', 'platform', 'both']);
export const SettlementKind = createChoiceSchema(SETTLEMENT_KINDS);
export const JobKind = createChoiceSchema(TASK_KINDS);

/** Number of days that the sandbox sets: since the due date, and between delivery and payout. */
export const OverdueDays = createIntegerSchema(0, MAX_OVERDUE_DAYS, slovakMessages.overdueDays);
export const PayoutDelayDays = createIntegerSchema(0, MAX_PAYOUT_DELAY_DAYS, slovakMessages.payoutDelayDays);

export const checkContentTypeFitsUploadPurpose: FieldsCheck = ({ purpose, contentType }) => {
  const rule = Object.entries(UPLOAD_PURPOSES).find(([name]) => name === purpose)?.[1];
  const types: readonly unknown[] = rule?.types ?? [];
  const isKnown = UploadType.options.some(type => type === contentType);
  if (!rule || !isKnown || types.includes(contentType)) return [];
  return [{ path: ['contentType'], message: getFieldMessage(rule.errorCode) }];
};

/** Creates a check that requires a reason when `field`, parsed by `schema`, has this value. */
export function createReasonRequiredCheck(
  field: string,
  schema: v.GenericSchema<unknown, unknown>,
  value: string | boolean,
): FieldsCheck {
  return fields => {
    const result = v.safeParse(schema, fields[field]);
    return createMissingFieldIssues(
      'reason',
      result.success && result.output === value && !isSent(fields, 'reason'),
    );
  };
}

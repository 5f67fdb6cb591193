/** Schemas for fields with a fixed set of values, and rules between such fields. */
import * as v from 'valibot';
import { MAX_FILE_BYTES, UPLOAD_PURPOSES } from '../domain/model/file.ts';
import { TASK_KINDS } from '../domain/model/job.ts';
import { missingMessage, slovak } from './slovak.ts';
import type { FieldsCheck } from './validate.ts';
import { integerBetween } from './whole-numbers.ts';

export function choiceOf<const Values extends readonly string[]>(values: Values) {
  return v.picklist(values, slovak.choice);
}

/** Fields of a request for an upload (infra/docs/api/uploads.md#asking-for-an-upload). */
export const UploadPurpose = choiceOf(['identity-document', 'testimony-document']);
export const UploadType = choiceOf(['image/jpeg', 'image/png', 'application/pdf']);
export const FileSize = integerBetween(1, MAX_FILE_BYTES, slovak.fileEmpty, slovak.fileTooLarge);

/** Fields of the operators' identity review (infra/docs/api/operators.md). */
export const ReviewState = choiceOf(['pending', 'accepted', 'rejected']);
export const ReviewDecision = choiceOf(['accepted', 'rejected']);
/** State of a payment account that the sandbox simulates (infra/docs/api/sandbox.md#switches). */
export const SimulatedAccountState = choiceOf(['verified', 'restricted']);

export const JobState = choiceOf(['dead']);

export const OperatorTestimonyList = choiceOf(['overdue', 'disputed']);

export const PayoutState = choiceOf(['owed', 'failed']);
export const JobKind = choiceOf(TASK_KINDS);

/** Checks that the file type is one that the purpose allows. */
export const checkTypeFitsPurpose: FieldsCheck = ({ purpose, contentType }) => {
  const rule = Object.entries(UPLOAD_PURPOSES).find(([name]) => name === purpose)?.[1];
  const types: readonly unknown[] = rule?.types ?? [];
  const isKnown = UploadType.options.some(type => type === contentType);
  if (!rule || !isKnown || types.includes(contentType)) return [];
  return [{ path: ['contentType'], message: rule.errorCode === 'not-a-pdf' ? slovak.pdf : slovak.image }];
};

/** Creates a check that requires `field` when `other`, parsed by `schema`, has this value. */
export function requiredFor(
  field: string,
  other: string,
  schema: v.GenericSchema<unknown, unknown>,
  value: string | boolean,
): FieldsCheck {
  return form => {
    const read = v.safeParse(schema, form[other]);
    const isDue = read.success && read.output === value && (form[field] ?? null) === null;
    return isDue ? [{ path: [field], message: missingMessage(field) }] : [];
  };
}

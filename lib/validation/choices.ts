/** Fields with a fixed set of values, and rules between them. */
import * as v from 'valibot';
import { LARGEST_FILE, PURPOSES } from '../domain/model/file.ts';
import { TASK_KINDS } from '../domain/model/job.ts';
import { missing, slovak } from './slovak.ts';
import type { Check } from './validate.ts';
import { whole } from './whole-numbers.ts';

export function oneOf<const Values extends readonly string[]>(values: Values) {
  return v.picklist(values, slovak.choice);
}

/** Contract §5. */
export const UploadPurpose = oneOf(['identity-document', 'testimony-document']);
export const UploadType = oneOf(['image/jpeg', 'image/png', 'application/pdf']);
export const FileSize = whole(1, LARGEST_FILE, slovak.fileEmpty, slovak.fileTooLarge);

/** Contract §3, operators. */
export const ReviewState = oneOf(['pending', 'accepted', 'rejected']);
export const ReviewDecision = oneOf(['accepted', 'rejected']);
/** Contract §3, "more of the sandbox". */
export const PretendedAccount = oneOf(['verified', 'restricted']);

export const JobState = oneOf(['dead']);

export const TroubleState = oneOf(['overdue', 'disputed']);

export const PayoutState = oneOf(['owed', 'failed']);
export const JobKind = oneOf(TASK_KINDS);

/** A file is of a type that its purpose takes. */
export const typeFitsPurpose: Check = ({ purpose, contentType }) => {
  const rule = Object.entries(PURPOSES).find(([name]) => name === purpose)?.[1];
  const types: readonly unknown[] = rule?.types ?? [];
  const isKnown = UploadType.options.some(type => type === contentType);
  if (!rule || !isKnown || types.includes(contentType)) return [];
  return [{ path: ['contentType'], message: rule.refusal === 'not-a-pdf' ? slovak.pdf : slovak.image }];
};

/** `field` must come when `other`, as its schema reads it, has this value. */
export function requiredFor(
  field: string,
  other: string,
  schema: v.GenericSchema<unknown, unknown>,
  value: string | boolean,
): Check {
  return form => {
    const read = v.safeParse(schema, form[other]);
    const isDue = read.success && read.output === value && (form[field] ?? null) === null;
    return isDue ? [{ path: [field], message: missing(field) }] : [];
  };
}

import { LABELS } from '../../../client/runtime/index.ts';
import { t } from '../core/language.ts';
import { TEXTS, type TextKey } from '../texts/all-texts.ts';

type CodeType =
  | 'region'
  | 'purpose'
  | 'estate'
  | 'property'
  | 'state'
  | 'payment'
  | 'payout'
  | 'documentCheck';

/** Returns the label of a code. A code without a label is returned unchanged. */
export function getCodeLabel(kind: CodeType, code: string): string {
  const key = `${kind}.${code}`;
  return key in TEXTS ? t(key as TextKey) : code;
}

/** @param codes object whose keys are the codes, in the order of the options */
export const listOptions = (kind: CodeType, codes: object) =>
  Object.keys(codes).map(code => [code, getCodeLabel(kind, code)] as const);

export const listRegionOptions = () => listOptions('region', LABELS.Region.sk);

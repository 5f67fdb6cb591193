/** Labels and select options for the API's codes, in the user's language. */
import { LABELS } from '../../../client/runtime/index.ts';
import { useTexts } from '../core/language.ts';
import { TEXTS, type TextKey } from '../texts/all-texts.ts';

const REAL_ESTATE_TYPES = [
  ...(['apartment', 'house', 'land', 'garage'] as const),
  ...(['commercial', 'recreational', 'other'] as const),
];

type CodeType =
  | 'region'
  | 'purpose'
  | 'estate'
  | 'property'
  | 'state'
  | 'payment'
  | 'payout'
  | 'documentCheck';

/** Returns a function that translates a code. A code without a label is returned unchanged. */
export function useCodeLabel() {
  const { t } = useTexts();
  return (kind: CodeType, code: string): string => {
    const key = `${kind}.${code}`;
    return key in TEXTS ? t(key as TextKey) : code;
  };
}

function useOptions(kind: CodeType, codes: readonly string[]): (readonly [string, string])[] {
  const getLabel = useCodeLabel();
  return codes.map(code => [code, getLabel(kind, code)] as const);
}

export const useRegionOptions = () => useOptions('region', Object.keys(LABELS.Region.sk));
export const usePurposeOptions = () => useOptions('purpose', Object.keys(LABELS.Purpose.sk));
export const useRealEstateOptions = () => useOptions('estate', REAL_ESTATE_TYPES);

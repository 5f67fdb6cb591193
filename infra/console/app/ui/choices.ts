/** What the API knows by a code, by its name in the visitor's language. */
import { LABELS } from '../../../client/runtime/index.ts';
import { useTexts } from '../core/language.ts';
import { TEXTS, type TextKey } from '../texts/table.ts';

const REGIONS = ['ba', 'bb', 'ke', 'nr', 'po', 'tn', 'tt', 'za'] as const;

const ESTATES = [
  ...(['apartment', 'house', 'land', 'garage'] as const),
  ...(['commercial', 'recreational', 'other'] as const),
];

type Named = 'region' | 'purpose' | 'estate' | 'property' | 'state' | 'payment' | 'payout';

/** A code that has no name yet is shown as it is. */
export function useName() {
  const { t, now } = useTexts();
  return (kind: Named, code: string): string => {
    if (kind === 'purpose') return (LABELS.Purpose[now] as Readonly<Record<string, string>>)[code] ?? code;
    const key = `${kind}.${code}`;
    return key in TEXTS ? t(key as TextKey) : code;
  };
}

function useChoices(kind: Named, codes: readonly string[]): (readonly [string, string])[] {
  const name = useName();
  return codes.map(code => [code, name(kind, code)] as const);
}

export const useRegions = () => useChoices('region', REGIONS);
export const usePurposes = () => useChoices('purpose', Object.keys(LABELS.Purpose.sk));
export const useEstates = () => useChoices('estate', ESTATES);

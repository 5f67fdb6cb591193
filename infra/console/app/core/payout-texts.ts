/** Texts about the payout. They depend on whether the stage delays payouts. */
import type { TextKey } from '../texts/all-texts.ts';
import { t } from './language.ts';
import { SERVICE_FACTS } from './service-facts.ts';

type PayoutTextKey =
  Extract<TextKey, `${string}.atOnce`> extends `${infer Key}.atOnce` ? Key & TextKey : never;

/** Returns a text about the payout. If the stage does not delay payouts, returns the variant `<key>.atOnce`. */
export const tPayout = (key: PayoutTextKey): string =>
  SERVICE_FACTS.payoutDelayDays > 0
    ? t(key, { days: t('days', { n: SERVICE_FACTS.payoutDelayDays }) })
    : t(`${key}.atOnce` as TextKey);

/** Texts about the payout, which differ where payouts are not delayed. */
import type { TextKey } from '../texts/all-texts.ts';
import { t } from './language.ts';
import { SERVICE_FACTS } from './service-facts.ts';

type PayoutTextKey =
  Extract<TextKey, `${string}.atOnce`> extends `${infer Key}.atOnce` ? Key & TextKey : never;

/** Returns a text about the payout. Where payouts are not delayed, this is the variant `<key>.atOnce`. */
export const tPayout = (key: PayoutTextKey): string =>
  SERVICE_FACTS.payoutDelayDays > 0
    ? t(key, { days: t('days', { n: SERVICE_FACTS.payoutDelayDays }) })
    : t(`${key}.atOnce` as TextKey);

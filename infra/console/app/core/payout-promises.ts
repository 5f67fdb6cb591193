/** Texts about the payout, which differ where payouts are not delayed. */
import type { TextKey } from '../texts/all-texts.ts';
import { t } from './language.ts';
import { SERVICE_FACTS } from './service-facts.ts';

type PromiseKey = Extract<TextKey, `${string}.atOnce`> extends `${infer Key}.atOnce` ? Key & TextKey : never;

/** Returns a promise about the payout. Where payouts are not delayed, there are no `{days}` for a complaint. */
export const tPromise = (key: PromiseKey): string =>
  SERVICE_FACTS.payoutDelayDays > 0
    ? t(key, { days: t('days', { n: SERVICE_FACTS.payoutDelayDays }) })
    : t(`${key}.atOnce` as TextKey);

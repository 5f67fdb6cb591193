/**
 * Terms of the stage: the commission, and the days between delivery and payout (infra/docs/api/payments.md). The build
 * writes them into index.html, because the API states the commission only with an offer.
 */
import type { TextKey } from '../texts/all-texts.ts';
import { t } from './language.ts';

interface Terms {
  readonly commissionPercent: number;
  /** Euros. */
  readonly minCommission: number;
  readonly payoutDelayDays: number;
}

const element = document.querySelector<HTMLMetaElement>('meta[name="terms"]');
export const TERMS = JSON.parse(element?.content ?? '{}') as Terms;

type PromiseKey = Extract<TextKey, `${string}.atOnce`> extends `${infer Key}.atOnce` ? Key & TextKey : never;

/** Returns a promise about the payout. Where payouts are not delayed, there are no `{days}` for a complaint. */
export const tPromise = (key: PromiseKey): string =>
  TERMS.payoutDelayDays > 0
    ? t(key, { days: t('days', { n: TERMS.payoutDelayDays }) })
    : t(`${key}.atOnce` as TextKey);

/** Texts, dates and amounts in Slovak or English. The selected language is stored for the next visit. */
import { signal } from '@preact/signals';
import { TEXTS, type TextKey } from '../texts/all-texts.ts';

export type Language = 'sk' | 'en';

/** The selected language. Components that use it, or one of the functions below, are rendered again when it changes. */
export const language = signal<Language>(readPreferredLanguage());

function readPreferredLanguage(): Language {
  const storedLanguage = localStorage.getItem('language');
  if (storedLanguage === 'sk' || storedLanguage === 'en') return storedLanguage;
  return /^(sk|cs)\b/.test(navigator.language) ? 'sk' : 'en';
}

export function setLanguage(newLanguage: Language): void {
  localStorage.setItem('language', newLanguage);
  language.value = newLanguage;
}

type TextParameters = Readonly<Record<string, string | number>>;

/**
 * Returns a text in the current language. Parameters such as `{name}` are replaced by their values. If a text has
 * plural forms (`1 deň|{n} dni|{n} dní`), the form for the number `n` is selected.
 */
export function t(key: TextKey, parameters: TextParameters = {}): string {
  const currentLanguage = language.value;
  const forms = TEXTS[key][currentLanguage === 'sk' ? 0 : 1].split('|');
  const form =
    forms.length > 1
      ? (forms[getPluralForm(currentLanguage, Number(parameters.n))] ?? forms.at(-1))
      : forms[0];
  return (form ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? ''));
}

function getPluralForm(currentLanguage: Language, n: number): number {
  const category = new Intl.PluralRules(currentLanguage).select(n);
  if (currentLanguage === 'en') return category === 'one' ? 0 : 1;
  return category === 'one' ? 0 : category === 'few' ? 1 : 2;
}

const LOCALES = { sk: 'sk-SK', en: 'en-GB' } as const;

export const formatMoney = (euros: number): string =>
  new Intl.NumberFormat(LOCALES[language.value], { style: 'currency', currency: 'EUR' }).format(euros);

export const formatDate = (iso: string): string =>
  new Intl.DateTimeFormat(LOCALES[language.value], { dateStyle: 'medium' }).format(new Date(iso));

export function formatTime(iso: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(LOCALES[language.value], style).format(new Date(iso));
}

/** Formats a time of today with seconds, for lists of recent requests. */
export const formatClock = (time: Date): string =>
  new Intl.DateTimeFormat(LOCALES[language.value], { timeStyle: 'medium' }).format(time);

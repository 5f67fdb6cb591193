/** Texts, dates and amounts in Slovak or English. The selected language is stored for the next visit. */

import { TEXTS, type TextKey } from '../texts/all-texts.ts';
import { createStore, useStore } from './store.ts';

export type Language = 'sk' | 'en';

const language = createStore<Language>(readPreferredLanguage());

function readPreferredLanguage(): Language {
  const storedLanguage = localStorage.getItem('language');
  if (storedLanguage === 'sk' || storedLanguage === 'en') return storedLanguage;
  return /^(sk|cs)\b/.test(navigator.language) ? 'sk' : 'en';
}

export function setLanguage(newLanguage: Language): void {
  localStorage.setItem('language', newLanguage);
  language.set(newLanguage);
}

type TextParameters = Readonly<Record<string, string | number>>;

/**
 * Returns a text in the current language. Parameters such as `{name}` are replaced by their values. If a text has
 * plural forms (`1 deň|{n} dni|{n} dní`), the form for the number `n` is selected.
 */
function translate(key: TextKey, parameters: TextParameters = {}): string {
  const currentLanguage = language.get();
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

function formatMoney(euros: number): string {
  return new Intl.NumberFormat(LOCALES[language.get()], { style: 'currency', currency: 'EUR' }).format(euros);
}

function formatDate(iso: string): string {
  return new Intl.DateTimeFormat(LOCALES[language.get()], { dateStyle: 'medium' }).format(new Date(iso));
}

function formatTime(iso: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(LOCALES[language.get()], style).format(new Date(iso));
}

/** Formats a time of today with seconds, for lists of recent requests. */
function formatClock(time: Date): string {
  return new Intl.DateTimeFormat(LOCALES[language.get()], { timeStyle: 'medium' }).format(time);
}

/** Returns the translation and format functions. The calling component is rendered again when the language changes. */
export function useTexts() {
  return {
    language: useStore(language),
    t: translate,
    money: formatMoney,
    date: formatDate,
    time: formatTime,
    clock: formatClock,
  };
}

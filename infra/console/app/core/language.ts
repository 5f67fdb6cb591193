/** Slovak or English: texts, dates, money. What is chosen is kept for the next visit. */

import { TEXTS, type TextKey } from '../texts/table.ts';
import { createStore, useStore } from './store.ts';

export type Language = 'sk' | 'en';

const language = createStore<Language>(chosen());

function chosen(): Language {
  const kept = localStorage.getItem('language');
  if (kept === 'sk' || kept === 'en') return kept;
  return /^(sk|cs)\b/.test(navigator.language) ? 'sk' : 'en';
}

export function setLanguage(next: Language): void {
  localStorage.setItem('language', next);
  language.set(next);
}

type Facts = Readonly<Record<string, string | number>>;

/** `{name}` in a text is replaced; of a text with forms (`1 deň|{n} dni|{n} dní`) the one that fits `n`. */
function text(key: TextKey, facts: Facts = {}): string {
  const now = language.get();
  const forms = TEXTS[key][now === 'sk' ? 0 : 1].split('|');
  const form = forms.length > 1 ? (forms[formOf(now, Number(facts.n))] ?? forms.at(-1)) : forms[0];
  return (form ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''));
}

function formOf(now: Language, n: number): number {
  const kind = new Intl.PluralRules(now).select(n);
  if (now === 'en') return kind === 'one' ? 0 : 1;
  return kind === 'one' ? 0 : kind === 'few' ? 1 : 2;
}

const LOCALES = { sk: 'sk-SK', en: 'en-GB' } as const;

function money(euros: number): string {
  return new Intl.NumberFormat(LOCALES[language.get()], { style: 'currency', currency: 'EUR' }).format(euros);
}

function date(iso: string): string {
  return new Intl.DateTimeFormat(LOCALES[language.get()], { dateStyle: 'medium' }).format(new Date(iso));
}

function time(iso: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(LOCALES[language.get()], style).format(new Date(iso));
}

/** Follows the switch. */
export function useTexts() {
  return { now: useStore(language), t: text, money, date, time };
}

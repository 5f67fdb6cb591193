/** Texts, dates and amounts in Slovak or English. The selected language is stored for the next visit. */
import { signal } from '@preact/signals';
import { insertNonBreakingCharacters } from '../../../../lib/texts/non-breaking.ts';
import { TEXTS, type TextKey } from '../texts/all-texts.ts';
import { browserStorage } from './storage.ts';

export type Language = 'sk' | 'en';

/** The selected language. Components that use it, or one of the functions below, are rendered again when it changes. */
export const language = signal<Language>(readPreferredLanguage());

function readPreferredLanguage(): Language {
  const storedLanguage = browserStorage.getItem('language');
  if (storedLanguage === 'sk' || storedLanguage === 'en') return storedLanguage;
  return /^(sk|cs)\b/.test(navigator.language) ? 'sk' : 'en';
}

export function setLanguage(newLanguage: Language): void {
  browserStorage.setItem('language', newLanguage);
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
  const category = new Intl.PluralRules(currentLanguage).select(Number(parameters.n));
  const form = forms[['one', 'few'].indexOf(category)] ?? forms.at(-1) ?? '';
  return insertNonBreakingCharacters(form).replace(/\{(\w+)\}/g, (_, name: string) =>
    String(parameters[name] ?? ''),
  );
}

const LOCALES = { sk: 'sk-SK', en: 'en-GB' } as const;

export const formatMoney = (euros: number): string =>
  new Intl.NumberFormat(LOCALES[language.value], { style: 'currency', currency: 'EUR' })
    .format(euros)
    .replace('-', '\u2212');

const createTimeFormat = (style: Intl.DateTimeFormatOptions) => (time: string | Date) =>
  new Intl.DateTimeFormat(LOCALES[language.value], style).format(new Date(time));

export const formatDate = createTimeFormat({ dateStyle: 'medium' });
export const formatTime = createTimeFormat({ dateStyle: 'medium', timeStyle: 'short' });
/** Formats a time of today with seconds, for lists of recent requests. */
export const formatClock = createTimeFormat({ timeStyle: 'medium' });

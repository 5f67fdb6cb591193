/**
 * Design tokens of everything that people see: the console, the API reference, the mails and the pages of the local
 * stack (infra/decisions/0037-design-tokens.md). The names are those of the CSS custom properties, without `--`.
 */

/** Colours of the light theme and the dark theme. A test checks the contrast of texts and edges. */
export const COLORS = {
  light: {
    ground: '#f7f8fa',
    surface: '#ffffff',
    /** Background of code, quotations and inactive elements. */
    sunken: '#f2f4f7',
    text: '#16191f',
    muted: '#565e6c',
    /** Decorative line between parts of a card. */
    line: '#e3e6eb',
    /** Edge of a field or button. */
    'line-strong': '#7d8695',
    /** Links. */
    accent: '#2a4bd7',
    'accent-strong': '#1f3ab0',
    /** Primary buttons, and the text on them. */
    fill: '#2a4bd7',
    'fill-strong': '#1f3ab0',
    'danger-fill': '#b3211b',
    'on-fill': '#ffffff',
    'accent-soft': '#eef1fd',
    success: '#0b6b41',
    'success-soft': '#e6f5ed',
    warning: '#7d5000',
    'warning-soft': '#fdf3dc',
    danger: '#b3211b',
    'danger-soft': '#fdecea',
  },
  dark: {
    ground: '#0e1014',
    surface: '#16191f',
    sunken: '#1d2129',
    text: '#eceef2',
    muted: '#a3abb8',
    line: '#2a2f39',
    'line-strong': '#6d7685',
    accent: '#93a8ff',
    'accent-strong': '#b3c1ff',
    fill: '#3355df',
    'fill-strong': '#3f63ea',
    'danger-fill': '#b8342c',
    'on-fill': '#ffffff',
    'accent-soft': '#1d2442',
    success: '#6fd6a4',
    'success-soft': '#12291f',
    warning: '#f0c368',
    'warning-soft': '#2e2512',
    danger: '#ff9d94',
    'danger-soft': '#351a19',
  },
} as const;

export type ColorName = keyof typeof COLORS.light;

/** Colour of the mark in both themes. */
export const BRAND_COLOR = '#3a5cea';

export const SHADOWS = {
  light: {
    shadow: '0 1px 2px rgb(16 24 40 / 5%), 0 1px 3px rgb(16 24 40 / 4%)',
    'shadow-large': '0 12px 40px rgb(16 24 40 / 18%)',
  },
  dark: {
    shadow: '0 1px 2px rgb(0 0 0 / 40%)',
    'shadow-large': '0 12px 40px rgb(0 0 0 / 60%)',
  },
} as const;

export const SIZES = {
  font: '"Posudok Sans", "Posudok Sans Fallback", system-ui, sans-serif',
  /** Typeface of page titles and of the name of the service. */
  'font-title': '"Posudok Serif", Georgia, "Times New Roman", serif',
  mono: 'ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, monospace',
  'text-size': '1rem',
  small: '0.875rem',
  tiny: '0.8125rem',
  'space-1': '0.25rem',
  'space-2': '0.5rem',
  'space-3': '0.75rem',
  'space-4': '1rem',
  'space-5': '1.5rem',
  'space-6': '2rem',
  'space-7': '3rem',
  'space-8': '4rem',
  radius: '0.625rem',
  'radius-small': '0.375rem',
  width: '68rem',
} as const;

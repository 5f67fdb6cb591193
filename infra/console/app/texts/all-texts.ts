/** All texts of the console, in Slovak and English. `a|b|c` are the plural forms for one, few and many `{n}`. */
import { ACCOUNT_TEXTS } from './account.ts';
import { CODE_LABELS } from './code-labels.ts';
import { DEVELOPER_TEXTS } from './developer.ts';
import { FIELD_ERRORS } from './field-errors.ts';
import { FORM_TEXTS } from './forms.ts';
import { FRAME_TEXTS } from './frame.ts';
import { GUEST_TEXTS } from './guests.ts';
import { NEXT_STEP_TEXTS } from './next-steps.ts';
import { TESTIMONY_TEXTS } from './testimonies.ts';

const ALL_TEXTS = {
  ...ACCOUNT_TEXTS,
  ...CODE_LABELS,
  ...DEVELOPER_TEXTS,
  ...FIELD_ERRORS,
  ...FORM_TEXTS,
  ...FRAME_TEXTS,
  ...GUEST_TEXTS,
  ...NEXT_STEP_TEXTS,
  ...TESTIMONY_TEXTS,
};

export type TextKey = keyof typeof ALL_TEXTS;

export const TEXTS: Readonly<Record<TextKey, readonly [slovak: string, english: string]>> = ALL_TEXTS;

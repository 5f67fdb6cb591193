/** Every text of the console: Slovak, then English. `a|b|c` are the forms for one, few and many of `{n}`. */
import { ACCOUNT } from './account.ts';
import { CODES } from './codes.ts';
import { DEVELOPER } from './developer.ts';
import { FRAME } from './frame.ts';
import { GUESTS } from './guests.ts';
import { PROBLEMS } from './problems.ts';
import { TESTIMONIES } from './testimonies.ts';

const ALL = { ...ACCOUNT, ...CODES, ...DEVELOPER, ...FRAME, ...GUESTS, ...TESTIMONIES, ...PROBLEMS };

export type TextKey = keyof typeof ALL;

export const TEXTS: Readonly<Record<TextKey, readonly [slovak: string, english: string]>> = ALL;

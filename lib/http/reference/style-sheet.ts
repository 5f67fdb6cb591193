/** Style sheet of the API reference page, made from the design tokens. */
import { readFileSync } from 'node:fs';
import { createTokenStyleSheet, createTypefaceStyleSheet } from '../../design/style-sheets.ts';
import { COLORS, SHADOWS } from '../../design/tokens.ts';

/** Rules that contain no token values. The path is relative to the working directory (infra/functions/docs.yml). */
const RULES_FILE = 'lib/http/reference/reference.css';

const declareTokens = (selector: string, tokens: Readonly<Record<string, string>>): string =>
  `${selector} {\n${Object.entries(tokens)
    .map(([name, value]) => `  --${name}: ${value};\n`)
    .join('')}}\n`;

/**
 * Returns the style sheet. The theme follows the system until the reader chooses one: Scalar gives the page the class
 * `light-mode` or `dark-mode`.
 */
export const createStyleSheet = (): string =>
  [
    createTypefaceStyleSheet(({ name }) => name),
    createTokenStyleSheet(),
    declareTokens('.light-mode', { ...COLORS.light, ...SHADOWS.light }),
    declareTokens('.dark-mode', { ...COLORS.dark, ...SHADOWS.dark }),
    readFileSync(RULES_FILE, 'utf8'),
  ].join('\n');

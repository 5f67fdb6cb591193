/** Style sheet of the API reference page, made from the design tokens. */
import { readFileSync } from 'node:fs';
import { COLORS, SIZES } from '../../design/tokens.ts';
import { TYPEFACE_FILES } from '../../design/typeface.ts';

/** Rules that do not depend on the tokens' values, relative to the working directory (infra/functions/docs.yml). */
const RULES_FILE = 'lib/http/reference/reference.css';

const declare = (selector: string, tokens: Readonly<Record<string, string>>): string =>
  `${selector} {\n${Object.entries(tokens)
    .map(([name, value]) => `  --${name}: ${value};\n`)
    .join('')}}\n`;

const FONT_FACES = TYPEFACE_FILES.map(
  ({ name, unicodeRange }) => `@font-face {
  font-family: "Source Sans 3";
  font-weight: 200 900;
  font-display: swap;
  src: url("${name}") format("woff2");
  unicode-range: ${unicodeRange};
}
`,
);

/**
 * Returns the style sheet. The page has the class `light-mode` or `dark-mode`, which the reader can switch; before the
 * scripts have run, it follows the system.
 */
export const createStyleSheet = (): string =>
  [
    ...FONT_FACES,
    declare(':root', SIZES),
    declare(':root, .light-mode', COLORS.light),
    `@media (prefers-color-scheme: dark) {\n${declare(':root', COLORS.dark)}}\n`,
    declare('.dark-mode', COLORS.dark),
    readFileSync(RULES_FILE, 'utf8'),
  ].join('\n');

/** Style sheets made from the design tokens. */
import { COLORS, SHADOWS, SIZES } from './tokens.ts';
import { TYPEFACE_FILES } from './typeface.ts';

const createDeclarations = (tokens: Readonly<Record<string, string>>, indent: string): string =>
  Object.entries(tokens)
    .map(([name, value]) => `${indent}--${name}: ${value};`)
    .join('\n');

/** Returns CSS that defines the tokens as custom properties. The dark theme follows the setting of the system. */
export const createTokenStyleSheet = (): string => `:root {
  color-scheme: light dark;
${createDeclarations({ ...SIZES, ...COLORS.light, ...SHADOWS.light }, '  ')}
}

@media (prefers-color-scheme: dark) {
  :root {
${createDeclarations({ ...COLORS.dark, ...SHADOWS.dark }, '    ')}
  }
}
`;

/**
 * Metrics of Arial, which replaces Posudok Sans until the files are loaded. With these metrics, lines break at about
 * the same words and keep their height: 418/1000 is the average width of a character in Posudok Sans, 904/2048 that of
 * Arial; Posudok Sans has an ascent of 1.024 and a descent of 0.4.
 */
const FALLBACK_FACE = `@font-face {
  font-family: "Posudok Sans Fallback";
  src: local("Arial"), local("Liberation Sans"), local("Arimo");
  size-adjust: 94.7%;
  ascent-override: 108.13%;
  descent-override: 42.24%;
  line-gap-override: 0%;
}
`;

/**
 * Returns CSS that declares the typefaces. Texts are shown in a fallback font until the files are loaded.
 * @param getUrl returns the URL of a file of a typeface
 */
export const createTypefaceStyleSheet = (getUrl: (file: (typeof TYPEFACE_FILES)[number]) => string): string =>
  [
    ...TYPEFACE_FILES.map(
      file => `@font-face {
  font-family: "${file.family}";
  font-style: normal;
  font-weight: ${file.weights};
  font-display: swap;
  src: url("${getUrl(file)}") format("woff2");
}
`,
    ),
    FALLBACK_FACE,
  ].join('\n');

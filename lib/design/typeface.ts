/** Files of the two typefaces, with the letters of Slovak, English and the neighbouring languages. */

const FOLDER = 'lib/design/fonts';

export const TYPEFACE_FILES = [
  /** Made from Source Sans 3. */
  { name: 'sans.woff2', path: `${FOLDER}/sans.woff2`, family: 'Posudok Sans', weights: '400 700' },
  /** Made from Source Serif 4, for titles of pages and the name of the service. */
  { name: 'serif.woff2', path: `${FOLDER}/serif.woff2`, family: 'Posudok Serif', weights: '600' },
] as const;

import { BRAND_COLOR } from './tokens.ts';

/** The mark of the service: a sewn document with the round stamp of an expert. */
export const MARK_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g fill="${BRAND_COLOR}"><path d="M5.5 1H21a3.5 3.5 0 0 1 3.5 3.5v6.21A11.2 11.2 0 0 0 14.21 30H5.5A3.5 3.5 0 0 1 2 26.5v-22A3.5 3.5 0 0 1 5.5 1z"/><circle cx="21.5" cy="21.5" r="9.3"/></g><g fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M7 6v3.5M7 13.75v3.5M7 21.5V25m11.3-3.3 2.4 2.4 4-4.7"/><circle cx="21.5" cy="21.5" r="6.9" stroke-width="1.1"/></g></svg>
`;

import { BRAND_COLOR } from './tokens.ts';

export const MARK_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 1.5 29.2 11.3a2.5 2.5 0 0 1 1 2V27a3.5 3.5 0 0 1-3.5 3.5H5.3A3.5 3.5 0 0 1 1.8 27V13.300a2.5 2.5 0 0 1 1-2z" fill="${BRAND_COLOR}" stroke="${BRAND_COLOR}" stroke-linejoin="round"/><path d="m9.5 19 4.5 4.5 8.5-9.5" fill="none" stroke="#fff" stroke-width="3.8" stroke-linecap="round" stroke-linejoin="round"/></svg>
`;

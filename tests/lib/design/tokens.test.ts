/** Tests of the contrast of the design tokens: WCAG 2.2, level AA, in both themes. */
import { describe, expect, it } from 'vitest';
import { BRAND_COLOR, COLORS, type ColorName } from '../../../lib/design/tokens.ts';

const TEXT_CONTRAST = 4.5;
const EDGE_CONTRAST = 3;

function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function getContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [getLuminance(one), getLuminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Text colours with the backgrounds on which pages show them. */
const TEXTS: Readonly<Partial<Record<ColorName, readonly ColorName[]>>> = {
  text: ['ground', 'surface', 'sunken', 'accent-soft', 'success-soft', 'warning-soft', 'danger-soft'],
  muted: ['ground', 'surface', 'sunken', 'accent-soft'],
  accent: ['ground', 'surface', 'sunken', 'accent-soft'],
  'accent-strong': ['ground', 'surface', 'sunken', 'accent-soft'],
  'on-fill': ['fill', 'fill-strong', 'danger-fill'],
  success: ['ground', 'surface', 'sunken', 'success-soft'],
  warning: ['ground', 'surface', 'sunken', 'warning-soft'],
  danger: ['ground', 'surface', 'sunken', 'danger-soft'],
};

describe.each(['light', 'dark'] as const)('the colours of the %s theme', theme => {
  const colors: Readonly<Record<ColorName, string>> = COLORS[theme];

  it.each(Object.entries(TEXTS))(
    'the colour of %s has enough contrast on all its backgrounds',
    (text, backgrounds) => {
      for (const background of backgrounds) {
        expect(getContrast(colors[text as ColorName], colors[background]), background).toBeGreaterThanOrEqual(
          TEXT_CONTRAST,
        );
      }
    },
  );

  it.each(['ground', 'surface'] as const)(
    'edges of fields and the mark have enough contrast on %s',
    background => {
      for (const color of [colors['line-strong'], BRAND_COLOR]) {
        expect(getContrast(color, colors[background])).toBeGreaterThanOrEqual(EDGE_CONTRAST);
      }
    },
  );
});

/** Tests of the labels of enumerations. */
import { describe, expect, it } from 'vitest';
import * as labels from '../../../lib/texts/labels.ts';

const tables: Readonly<Record<string, labels.LabelTable>> = labels;

describe.each(Object.entries(tables))('the labels of %s', (_, table) => {
  it('every value of an enumeration has a unique label in Slovak and in English', () => {
    for (const language of [0, 1] as const) {
      const texts = Object.values(table).map(entry => entry[language]);

      expect(texts.filter(text => text.trim() !== text || text === '')).toEqual([]);
      expect(new Set(texts).size).toBe(texts.length);
    }
  });
});

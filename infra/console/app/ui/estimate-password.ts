/**
 * Estimate of a password's strength (infra/decisions/0027-password-strength.md). The module contains a dictionary of
 * half a megabyte, so the console loads it only when somebody chooses a password.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Slovak words that occur in many passwords, without diacritics. The library has no Slovak dictionary. */
const SLOVAK_WORDS = [
  'heslo tajne heslicko laska milujem slniecko macka psik zajacik princezna slovensko slovan',
  'bratislava kosice zilina nitra presov trnava trencin bystrica martin peter jozef jana maria',
  'zuzana katarina lucia tomas michal marek kovac kovacova horvath horvathova novak novakova varga',
  'toth nagy balaz posudok posudky znalec trhovisko ahoj dobry den rodina domov leto zima',
].flatMap(line => line.split(' '));

const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, slovak: SLOVAK_WORDS },
  graphs: adjacencyGraphs,
  maxLength: 64, // the time grows with the square of the length, and further characters hardly change the result
});

/**
 * Estimates the strength of a password.
 * @param knownTexts texts that an attacker would try first, such as the e-mail address and its words
 * @returns 0, which is very weak, to 4, which is very strong
 */
export function estimatePassword(password: string, knownTexts: readonly string[]): number {
  const words = knownTexts.flatMap(text => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const known = words.filter(word => word.length > 2).flatMap(word => [word, removeDiacritics(word)]);
  return estimator.check(removeDiacritics(password), known).score;
}

const removeDiacritics = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

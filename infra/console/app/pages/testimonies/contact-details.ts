/** Search for contact details in a text that many experts will read. It recognises only the usual forms. */

const EMAIL = /\S@\S+\.\S/u;
/** Nine digits or more. */
const PHONE = /(?:\d[ ()/.-]{0,2}){9}/u;
/** Five digits with the space. */
const POSTAL_CODE = /(?<!\d)\d{3} \d{2}(?!\d| \d)/u;
/** Words for streets, and words in the grammatical forms that Slovak street names have before a house number. */
const STREET_WORD = /(?<!\p{L})(?:ul\.|ulic[aeiou]|nám\.|námest|nábrež)/iu;
const HOUSE_NUMBER = /\p{Lu}\p{L}*(?:á|ova|ého|ej) \d{1,4}[a-z]?(?:\/\d+)?(?!\p{L}|\d| ?m[2²])/u;

export const hasContactDetails = (text: string): boolean =>
  [EMAIL, PHONE, POSTAL_CODE, STREET_WORD, HOUSE_NUMBER].some(pattern => pattern.test(text));

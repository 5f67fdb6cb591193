/** URLs that the console and every mail link to, from the settings of the stage. */
export interface LegalLinks {
  readonly terms: string;
  readonly privacy: string;
  readonly contact: string;
}

/** Matches https URLs, and http URLs of this machine. */
const PAGE = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/i;
/** Matches e-mail addresses without characters that have a special meaning in a `mailto:` URL. */
const ADDRESS = /^[^\s@:/?&#]+@[^\s@:/?&#]+$/;

/** @throws Error when a setting is not the URL of a page and, for `CONTACT`, not an e-mail address either */
export function readLegalLinks(settings: Readonly<Record<string, unknown>>): LegalLinks {
  const readUrl = (name: string): string => {
    const value = String(settings[name]);
    if (URL.canParse(value) && PAGE.test(value)) return value;
    throw new Error(`${name} must be an https URL${name === 'CONTACT' ? ' or an e-mail address' : ''}.`);
  };
  const contact = String(settings.CONTACT);
  return {
    terms: readUrl('TERMS_URL'),
    privacy: readUrl('PRIVACY_URL'),
    contact: ADDRESS.test(contact) ? `mailto:${contact}` : readUrl('CONTACT'),
  };
}

/** URLs that the console and every mail link to, from the settings of the stage. */
export interface LegalLinks {
  readonly terms: string;
  readonly privacy: string;
  readonly contact: string;
}

/** @throws Error when a setting is no URL, and `CONTACT` no e-mail address either */
export function readLegalLinks(settings: Readonly<Record<string, unknown>>): LegalLinks {
  const readUrl = (name: string, value = settings[name]): string => {
    if (URL.canParse(String(value)) && /^(https?|mailto):/.test(String(value))) return String(value);
    throw new Error(`${name} must be a URL${name === 'CONTACT' ? ' or an e-mail address' : ''}.`);
  };
  const contact = String(settings.CONTACT);
  return {
    terms: readUrl('TERMS_URL'),
    privacy: readUrl('PRIVACY_URL'),
    contact: readUrl('CONTACT', /^[^\s:/]+@[^\s:/]+$/.test(contact) ? `mailto:${contact}` : contact),
  };
}

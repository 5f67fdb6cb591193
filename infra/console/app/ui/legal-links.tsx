/**
 * Links to the terms, the privacy policy and the contact. They open in a new tab, so that unsent input in the console
 * is kept.
 */
import { t } from '../core/language.ts';
import { SERVICE_FACTS } from '../core/service-facts.ts';

const LEGAL_PAGES = ['terms', 'privacy', 'contact'] as const;

export const LegalLink = ({ page }: { page: (typeof LEGAL_PAGES)[number] }) => (
  <a href={SERVICE_FACTS[page]} target="_blank" rel="noreferrer">
    {t(`legal.${page}`)}
  </a>
);

export const LegalLinks = () => (
  <p class="small legal">
    {LEGAL_PAGES.map(page => (
      <LegalLink key={page} page={page} />
    ))}
  </p>
);

/** Links to the terms, the privacy policy and the contact. They open in a new tab, so that input is kept. */
import { t } from '../core/language.ts';
import { SERVICE_FACTS } from '../core/service-facts.ts';

type LegalPage = 'terms' | 'privacy' | 'contact';

export const LegalLink = ({ page }: { page: LegalPage }) => (
  <a href={SERVICE_FACTS[page]} target="_blank" rel="noreferrer">
    {t(`legal.${page}`)}
  </a>
);

export const LegalLinks = ({ pages }: { pages: readonly LegalPage[] }) => (
  <p class="small legal">
    {pages.map(page => (
      <LegalLink key={page} page={page} />
    ))}
  </p>
);

import type { MailMessageOf, MailName } from '../domain/model/mail.ts';

export type MailCreators = {
  readonly [Name in MailName]?: (message: MailMessageOf<Name>) => MailContent;
};

export interface MailContent {
  readonly subject: string;
  /** Preview text that mail clients show next to the subject; the mail itself repeats it in more detail. */
  readonly preheader: string;
  /** Whether the greeting contains the first name of the recipient; true by default. */
  readonly greetsByName?: boolean;
  readonly paragraphs: readonly string[];
  /** The amount or the date that the mail is about, shown in large letters; two at most. */
  readonly highlights?: readonly MailDetailRow[];
  /** Rows that the mail is about, shown as a table before the button. */
  readonly list?: readonly MailDetailRow[];
  readonly facts?: readonly MailDetailRow[];
  /** The one link that the reader should follow. */
  readonly action?: { readonly label: string; readonly url: string };
  readonly remarks?: readonly string[];
}

/** A row of a table; the value links to the URL if there is one. */
export type MailDetailRow = readonly [name: string, value: string, url?: string];

export interface MailFooter {
  readonly contact: string;
  readonly signature: string;
  readonly links: readonly MailDetailRow[];
}

export type MailContentWithGreeting = MailContent & { readonly greeting: string };

/** Buttons that lead to pages of the frontend (infra/docs/frontends.md#pages-that-links-lead-to). */
const PAGES = {
  signIn: ['/', 'Prihlásiť sa'],
  newPassword: ['/forgotten-password', 'Obnoviť heslo'],
  offerable: ['/offerable', 'Zobraziť otvorené posudky'],
  profile: ['/account', 'Otvoriť profil'],
  security: ['/account/security', 'Otvoriť prihlásenie a heslo'],
  verification: ['/account/verification', 'Otvoriť overenie znalca'],
  webhooks: ['/account/webhooks', 'Otvoriť webhooky'],
} as const;

export function linkTo(page: keyof typeof PAGES, frontendUrl: string): NonNullable<MailContent['action']> {
  const [path, label] = PAGES[page];
  return { label, url: `${frontendUrl}${path}` };
}

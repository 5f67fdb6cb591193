import type { MailMessageOf, MailName } from '../domain/model/mails/mail.ts';

export type MailCreators = {
  readonly [Name in MailName]?: (message: MailMessageOf<Name>) => MailContent;
};

export interface MailContent {
  readonly subject: string;
  /** Preview text that mail clients show next to the subject. The mail itself repeats it in more detail. */
  readonly preheader: string;
  /** Whether the greeting contains the first name of the recipient; true by default. */
  readonly greetsByName?: boolean;
  readonly paragraphs: readonly string[];
  /** At most two amounts or dates that the mail is about, shown in large letters. */
  readonly highlights?: readonly MailDetailRow[];
  /** Rows of a table before the button. They list what the mail is about. */
  readonly list?: readonly MailDetailRow[];
  readonly facts?: readonly MailDetailRow[];
  /** The one link that the reader should follow: a URL, or the path of a page of the frontend. */
  readonly action?: { readonly label: string; readonly url: string };
  readonly remarks?: readonly string[];
}

/** A row of a table. The value links to the URL or to the path of a page of the frontend, if there is one. */
export type MailDetailRow = readonly [name: string, value: string, url?: string | undefined];

export interface MailFooter {
  readonly contact: string;
  readonly signature: string;
  readonly links: readonly MailDetailRow[];
}

export type MailContentWithGreeting = MailContent & { readonly greeting: string };

/** Labels of buttons, and the frontend pages to which they lead (infra/docs/frontends.md#pages-that-links-lead-to). */
const PAGES = {
  signIn: ['/', 'Prihlásiť sa'],
  newPassword: ['/forgotten-password', 'Obnoviť heslo'],
  offerable: ['/offerable', 'Zobraziť dopyty'],
  profile: ['/account', 'Otvoriť profil'],
  security: ['/account/security', 'Otvoriť prihlásenie a heslo'],
  verification: ['/account/verification', 'Otvoriť overenie znalca'],
} as const;

export function linkTo(page: keyof typeof PAGES): NonNullable<MailContent['action']> {
  const [url, label] = PAGES[page];
  return { label, url };
}

/** Content of a mail, before it is rendered as HTML and text. */
export interface MailContent {
  readonly subject: string;
  /** Preview text that mail clients show next to the subject; the mail itself repeats it in more detail. */
  readonly preheader: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** The amount or the date that the mail is about, shown in large letters; two at most. */
  readonly highlights?: readonly MailDetailRow[];
  /** Details that are shown as a table. */
  readonly facts?: readonly MailDetailRow[];
  /** The one link that the reader should follow. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Secondary notes below the action. */
  readonly remarks?: readonly string[];
}

export type MailDetailRow = readonly [name: string, value: string];

/** Closing lines of every mail. */
export interface MailFooter {
  readonly contact: string;
  readonly signature: string;
}

/** Returns a greeting such as `Dobrý deň, Jana,`, without the name when it is unknown. */
export function greeting(firstName: string | null): string {
  return firstName ? `Dobrý deň, ${firstName},` : 'Dobrý deň,';
}

/** What a mail says, before it is laid out. */
export interface Content {
  readonly subject: string;
  /** What a list of mails shows behind the subject; the mail itself says it elsewhere, in more words. */
  readonly preheader: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** What is best read as a table. */
  readonly facts?: readonly Fact[];
  /** The one thing the reader is asked to do. */
  readonly action?: { readonly label: string; readonly url: string };
  /** What matters less, under the action. */
  readonly remarks?: readonly string[];
}

export type Fact = readonly [name: string, value: string];

/** How every mail ends. */
export interface End {
  readonly contact: string;
  readonly signature: string;
}

/** `Dobrý deň, Jana,` or without a name where there is none. */
export function greeting(firstName: string | null): string {
  return firstName ? `Dobrý deň, ${firstName},` : 'Dobrý deň,';
}

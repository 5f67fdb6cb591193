import type { MailMessageOf, MailName } from '../domain/model/mail.ts';

/** Functions that create the content of mails, by the name of the mail. */
export type MailCreators = {
  readonly [Name in MailName]?: (message: MailMessageOf<Name>) => MailContent;
};

/** Content of a mail, before it is rendered as HTML and text. */
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
  /** Details that are shown as a table below the button. */
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

/** Content with the greeting of its recipient. */
export type GreetedMailContent = MailContent & { readonly greeting: string };

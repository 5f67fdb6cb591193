/** Functions that find mails, subjects and links in a user's inbox. */
import { listMailsTo, type ReceivedMail } from './start-service.ts';

export const MAIL_SUBJECTS = {
  verify: 'Overte svoju e-mailovú adresu',
  verifyNew: 'Potvrďte svoju novú e-mailovú adresu',
  reset: 'Obnovenie hesla',
  passwordChanged: 'Vaše heslo bolo zmenené',
  addressChanged: 'E-mailová adresa vášho účtu bola zmenená',
  bankAccountChanged: 'Bankový účet bol zmenený',
  approved: 'Váš účet znalca bol schválený',
  identityAccepted: 'Vaša totožnosť bola overená',
  identityRejected: 'Doklady totožnosti sme nemohli prijať',
} as const;

/** Lists the subjects of all mails to the e-mail address, oldest first. */
export async function listSubjects(address: string): Promise<string[]> {
  return (await listMailsTo(address)).map(({ subject }) => subject);
}

/** Returns the text of the latest mail with this subject, or an empty string. */
export async function findMailText(address: string, subject: string): Promise<string> {
  return (await listMailsTo(address)).filter(mail => mail.subject === subject).at(-1)?.body.text ?? '';
}

export async function countMails(mail: keyof typeof MAIL_SUBJECTS, address: string): Promise<number> {
  return (await listSubjects(address)).filter(subject => subject === MAIL_SUBJECTS[mail]).length;
}

/** Returns the API path, beginning with `/auth`, of the link in the latest verification mail. */
export async function findVerificationPath(address: string): Promise<string> {
  const link = new URL((await findLink('verifyNew', address)) || (await findLink('verify', address)));
  return (link.searchParams.get('url') ?? '').split('/api/v1')[1] ?? '';
}

export async function findResetToken(address: string): Promise<string> {
  return new URL(await findLink('reset', address)).searchParams.get('token') ?? '';
}

/** Returns the link in the latest mail of this kind, or an empty string. */
export async function findLink(mail: keyof typeof MAIL_SUBJECTS, address: string): Promise<string> {
  const found = (await listMailsTo(address)).filter(({ subject }) => subject === MAIL_SUBJECTS[mail]).at(-1);
  return extractLink(found) ?? '';
}

function extractLink(mail: ReceivedMail | undefined): string | undefined {
  return /https:\S+/.exec(mail?.body.text ?? '')?.[0];
}

interface ExpectedMail {
  readonly says: string[];
  /** Rows with the amount and the date of the mail. */
  readonly highlights?: string[];
  readonly facts?: string[];
  /** Label of the button. */
  readonly action: string;
}

export const formatMailDate = (iso: string): string =>
  new Intl.DateTimeFormat('sk-SK', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Bratislava',
  })
    .format(new Date(iso))
    .replace('. ', '.\u00a0')
    .replace(' o ', ' o\u00a0');

/** Returns the expected text of a mail about a testimony that `testimony-builders.ts` created. */
export function renderTestimonyMail(
  testimonyId: string,
  { says, highlights = [], facts = [], action }: ExpectedMail,
): string {
  const testimonyFacts = [
    'Účel: Hypotéka',
    'Kraj: Košický kraj',
    `Číslo posudku: ${testimonyId.slice(-8).toUpperCase()}`,
  ];
  return [
    ...says,
    ...(highlights.length > 0 ? [highlights.join('\n')] : []),
    `${action}:\nhttps://www.testimony.example/testimonies/${testimonyId}`,
    [...facts, ...testimonyFacts].join('\n'),
    'Máte otázku? Odpovedzte na túto správu alebo nám napíšte na podpora@testimony.example.',
    'Tím Trhoviska posudkov',
    'Podmienky: https://www.testimony.example/terms\nOchrana osobných údajov: https://www.testimony.example/privacy\nKontakt: podpora@testimony.example\n',
  ].join('\n\n');
}

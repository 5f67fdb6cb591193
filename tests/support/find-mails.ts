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

/** Generator of the list of mails in `api/mails.md`. */
import { MAIL_DEFINITIONS } from '../../lib/domain/mails/mail-definitions.ts';
import type { MailName } from '../../lib/domain/model/mails/mail.ts';
import { MAIL_DESCRIPTIONS } from '../../lib/mail/mail-descriptions.ts';

/** Renders one list of mails for each kind of recipient. */
export function renderMails(): string {
  const mails = Object.entries(MAIL_DESCRIPTIONS);
  const lists = Map.groupBy(mails, ([, { recipients }]) => recipients);
  return [...lists]
    .map(([recipients, entries]) =>
      [
        `To ${recipients}:\n`,
        ...entries.map(([name, { summary }]) => `- \`${name}\`${formatClass(name as MailName)}: ${summary}`),
      ].join('\n'),
    )
    .join('\n\n');
}

function formatClass(name: MailName): string {
  const { limitClass } = MAIL_DEFINITIONS[name];
  return limitClass === 'other' ? '' : ` (${limitClass})`;
}

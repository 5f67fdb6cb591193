import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { getRegionLabel, getTypeLabel, testimonyNumber } from './testimonies.ts';

/**
 * Tells an expert which testimonies are new in the expert's regions. It contains no text of the clients, not even the
 * city (infra/docs/api/mails.md#texts-of-users).
 */
export function newTestimoniesMail({
  firstName,
  testimonies,
  hasMore,
  link,
}: MailMessageOf<'new-testimonies'>): MailContent {
  const isOne = testimonies.length === 1;
  const regions = [...new Set(testimonies.map(({ region }) => getRegionLabel(region)))].join(', ');
  return {
    subject: isOne ? 'Nová objednávka posudku vo vašom kraji' : 'Nové objednávky posudkov vo vašich krajoch',
    preheader: `${regions}.`,
    greeting: greeting(firstName),
    paragraphs: [
      isOne
        ? 'pribudla objednávka znaleckého posudku, na ktorú môžete predložiť ponuku.'
        : 'pribudli objednávky znaleckých posudkov, na ktoré môžete predložiť ponuku.',
    ],
    facts: testimonies.map(({ id, type, region }) => [
      `Číslo ${testimonyNumber(id)}`,
      `${getTypeLabel(type)}, ${getRegionLabel(region)}`,
    ]),
    action: { label: 'Zobraziť objednávky', url: link },
    remarks: [
      ...(hasMore ? ['Ďalšie nové objednávky nájdete v zozname.'] : []),
      'Tieto správy posielame najviac raz za hodinu. Vypnete ich po prihlásení vo svojom účte v časti Profil.',
    ],
  };
}

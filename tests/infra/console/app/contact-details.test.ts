/** Tests of the warning about contact details in the notes of a testimony. */
import { expect, it } from 'vitest';
import { hasContactDetails } from '../../../../infra/console/app/pages/testimonies/contact-details.ts';

it.each([
  'Volajte 0905 123 456.',
  'Telefón +421 905/123 456',
  'Kľúče má sused, jan.novak@klienti.sk',
  'Byt je na Mlynskej 5 v Košiciach.',
  'Hlavná 12/3, druhé poschodie',
  'Štúrova 7a',
  'Dom na ulici SNP, vchod zozadu',
  'ul. Mieru',
  '040 01 Košice',
])('hasContactDetails finds contact details in the note "%s"', note => {
  expect(hasContactDetails(note)).toBe(true);
});

it.each([
  '',
  'Prosím o rýchle vybavenie.',
  'Byt po rekonštrukcii, kľúče u správcu.',
  'Obývacia izba má 32 m2, Pivničná 4 m2.',
  'Cena je 250 000 eur, termín do 30. 11. 2026.',
  'Stavba z roku 1987, 3 poschodia, list vlastníctva 4512.',
  'Rok 1987 12 izieb',
])('hasContactDetails finds no contact details in the note "%s"', note => {
  expect(hasContactDetails(note)).toBe(false);
});

/**
 * Slovak messages of 422 responses, and their summary (infra/docs/api/validation.md#error-format).
 *
 * No message repeats data that the caller sent.
 */
import type { FieldErrors } from '../domain/errors.ts';

export const slovakMessages = {
  agreed: 'Musíte súhlasiť s podmienkami.',
  badLink: 'Odkaz je neplatný alebo jeho platnosť vypršala.',
  challengeFailed: 'Overenie, že nie ste robot, zlyhalo. Skúste to znova.',
  characters: 'Text obsahuje nepovolené znaky.',
  choice: 'Vyberte jednu z ponúkaných možností.',
  coordinates: 'Zadajte platné zemepisné súradnice.',
  country: 'Zadajte dvojpísmenový kód krajiny podľa ISO 3166-1, napríklad SK.',
  day: 'Deň musí byť od 1 do 31.',
  days: 'Počet dní musí byť od 1 do 365.',
  email: 'Zadajte platnú e-mailovú adresu.',
  emailTooLong: 'E-mailová adresa môže mať najviac 255 znakov.',
  emailNotRestorable: 'Účet túto e-mailovú adresu za posledných 72 hodín nepoužíval.',
  emailTaken: 'Táto e-mailová adresa je už zaregistrovaná.',
  file: 'Nahrajte súbor.',
  fileEmpty: 'Súbor nesmie byť prázdny.',
  fileTooLarge: 'Súbor môže mať najviac 10 MB.',
  flag: 'Hodnota musí byť true alebo false.',
  iban: 'Zadajte platný slovenský IBAN: SK a 22 číslic.',
  ibanChecksum: 'Kontrolné číslice v čísle IBAN nesedia. Skontrolujte, či ste ho zadali správne.',
  notAnImage: 'Súbor musí byť obrázok vo formáte JPEG alebo PNG.',
  idempotencyKeyReused: 'Tento kľúč už bol použitý s inou požiadavkou.',
  mailDomain: 'Doména tejto e-mailovej adresy neprijíma poštu.',
  moment: 'Zadajte dátum alebo čas s časovým pásmom, napríklad 2026-11-01 alebo 2026-11-01T08:00:00Z.',
  month: 'Mesiac musí byť od 1 do 12.',
  linkInName: 'Zadajte text bez odkazu a e-mailovej adresy. Za bodkou v mene urobte medzeru.',
  noLetter: 'Zadajte aspoň jedno písmeno.',
  nameTooShort: 'Zadajte aspoň dva znaky mena.',
  noSuchDate: 'Takýto dátum neexistuje.',
  period: 'Obdobie sa musí končiť najskôr dňom, ktorým sa začína, a môže mať najviac 92 dní.',
  pageLimit: 'Počet položiek na stránke musí byť celé číslo od 1 do 100.',
  notAPdf: 'Súbor musí byť vo formáte PDF.',
  passwordMakeup: 'Heslo musí obsahovať aspoň jedno písmeno a jednu číslicu.',
  passwordTooLong: 'Heslo môže mať najviac 255 znakov.',
  passwordTooShort: 'Heslo musí mať aspoň 8 znakov.',
  passwordsDiffer: 'Heslá sa nezhodujú.',
  phone: 'Telefónne číslo zadajte v medzinárodnom tvare, napríklad +421901234567.',
  phoneImpossible: 'Zadajte platné telefónne číslo.',
  phoneTaken: 'Toto telefónne číslo je už zaregistrované.',
  price: 'Zadajte cenu v eurách s najviac dvoma desatinnými miestami.',
  amountTooHigh: 'Suma je vyššia ako suma, ktorú možno vrátiť alebo vyrovnať.',
  payoutUnsent:
    'Celú platbu nemožno vrátiť, kým nie je odoslaná výplata, ktorá má zostať. Počkajte na jej odoslanie, alebo posudok zrušte.',
  amountRange: 'Suma musí byť od 0,01 do 100 000 €.',
  priceRange: 'Cena musí byť od 1 do 100 000 €.',
  paymentNotMade: 'Platba zatiaľ neprešla, nič sme vám nestrhli.',
  properties: 'Zadajte najviac 20 vlastností s krátkymi názvami.',
  propertyRepeated: 'Každú vlastnosť uveďte len raz.',
  property: 'Hodnota musí byť od 0 do 9999.',
  region: 'Takýto kraj neexistuje.',
  regions: 'Vyberte aspoň jeden kraj.',
  sessionUnusable: 'Platba sa nenašla alebo nie je dokončená.',
  shape: 'Údaje sú v nesprávnom tvare.',
  state: 'Takýto stav neexistuje.',
  text: 'Hodnota musí byť text.',
  underage: 'Musíte mať aspoň 18 rokov.',
  overdueDays: 'Počet dní musí byť od 0 do 365.',
  payoutDelayDays: 'Počet dní musí byť od 0 do 30.',
  oneSearchTerm: 'Zadajte práve jeden údaj, podľa ktorého sa má hľadať.',
  otherSize: 'Nahraný súbor má inú veľkosť, než bola ohlásená.',
  testimonyNumber: 'Číslo posudku má osem znakov od 0 do 9 a od A do F.',
  uploadUnusable: 'Nahraný súbor sa nenašiel, jeho platnosť vypršala alebo už bol použitý.',
  eventId: 'Zadajte id udalosti.',
  eventTypes: 'Vyberte aspoň jeden druh udalosti, každý najviac raz.',
  webhookUrl:
    'Zadajte adresu servera prístupného z internetu, ktorá sa začína https:// a používa port 443 alebo 8443.',
  frontendUrl: 'Zadajte adresu frontendu, ktorá sa začína https:// a nemá parametre.',
  wholeNumber: 'Zadajte celé číslo.',
  wrongCode: 'Kód nie je správny alebo už bol použitý.',
  wrongPassword: 'Súčasné heslo nie je správne.',
  yearOfBirth: 'Rok narodenia musí byť 1920 alebo neskorší.',
  yearTooLarge: 'Zadajte platný rok.',
  year: 'Rok musí byť 1920 alebo neskorší.',
} as const;

/** Messages for files of a type that the purpose does not allow. */
export const TYPE_MESSAGES = {
  'not-an-image': slovakMessages.notAnImage,
  'not-a-pdf': slovakMessages.notAPdf,
} as const;

/**
 * Builds the message for a text that is too long.
 * @param limit must be at least 5, because Slovak uses other noun forms for smaller numbers
 */
export function getTooLongMessage(limit: number): string {
  return `Text môže mať najviac ${limit} znakov.`;
}

export const MISSING_MESSAGES: Readonly<Record<string, string>> = {
  email: 'Zadajte e-mailovú adresu.',
  phone: 'Zadajte telefónne číslo.',
  password: 'Zadajte heslo.',
  passwordConfirmation: 'Zopakujte heslo.',
  currentPassword: 'Zadajte súčasné heslo.',
  code: 'Zadajte overovací kód.',
  firstName: 'Zadajte meno.',
  lastName: 'Zadajte priezvisko.',
  nationality: 'Zadajte štátnu príslušnosť.',
  dateOfBirth: 'Zadajte dátum narodenia.',
  day: 'Zadajte deň.',
  month: 'Zadajte mesiac.',
  year: 'Zadajte rok.',
  billingAddress: 'Zadajte fakturačnú adresu.',
  shippingAddress: 'Zadajte dodaciu adresu.',
  line1: 'Zadajte ulicu a číslo.',
  line2: 'Zadajte doplnok adresy.',
  city: 'Zadajte mesto alebo obec.',
  postalCode: 'Zadajte PSČ.',
  country: 'Zadajte krajinu.',
  company: 'Zadajte údaje o firme.',
  taxId: 'Zadajte DIČ.',
  bankAccount: 'Zadajte bankový účet.',
  iban: 'Zadajte IBAN.',
  registrationNumber: 'Zadajte evidenčné číslo znalca.',
  regions: slovakMessages.regions,
  newsletterSubscribed: 'Uveďte, či chcete odoberať novinky.',
  notifyNewTestimonies: 'Uveďte, či chcete dostávať správy o nových posudkoch.',
  termsAgreed: slovakMessages.agreed,
  verificationDocumentFront: 'Nahrajte prednú stranu dokladu totožnosti.',
  verificationDocumentBack: 'Nahrajte zadnú stranu dokladu totožnosti.',
  token: 'Chýba kód z odkazu v e-maile.',
  purpose: 'Vyberte účel.',
  contentType: 'Uveďte typ súboru.',
  size: 'Uveďte veľkosť súboru.',
  approved: 'Uveďte, či má byť znalec schválený.',
  decision: 'Uveďte rozhodnutie.',
  state: 'Uveďte stav.',
  reason: 'Uveďte dôvod.',
  from: 'Uveďte prvý deň obdobia.',
  to: 'Uveďte posledný deň obdobia.',
  kind: 'Uveďte druh úloh.',
  revision: 'Uveďte revíziu, ktorú ste posudzovali.',
  realEstate: 'Opíšte nehnuteľnosť.',
  type: 'Vyberte druh nehnuteľnosti.',
  properties: 'Uveďte vlastnosti nehnuteľnosti.',
  region: 'Vyberte kraj.',
  address: 'Zadajte adresu nehnuteľnosti.',
  parcelNumber: 'Zadajte parcelné číslo.',
  cadastralArea: 'Zadajte katastrálne územie.',
  lat: 'Zadajte zemepisnú šírku.',
  lng: 'Zadajte zemepisnú dĺžku.',
  price: 'Zadajte cenu.',
  amount: 'Zadajte sumu.',
  reference: 'Zadajte číslo alebo označenie platby.',
  daysToComplete: 'Zadajte počet dní.',
  days: 'Zadajte počet dní.',
  outcome: 'Uveďte rozhodnutie.',
  sessionId: 'Chýba označenie platby.',
  url: 'Zadajte adresu.',
  frontendUrl: 'Zadajte adresu frontendu.',
  types: 'Vyberte druhy udalostí.',
  document: 'Nahrajte dokument.',
  turnstileToken: 'Potvrďte, že nie ste robot.',
};

/** Returns the code of a field error: `emailTaken` is `email-taken`. */
export const toFieldErrorCode = (name: string): string =>
  name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

const CODES_BY_MESSAGE: ReadonlyMap<string, string> = new Map(
  Object.entries(slovakMessages).map(([name, message]) => [message, toFieldErrorCode(name)]),
);

/**
 * Returns the code of a field error (infra/docs/api/errors.md#field-errors). A message with neither a name nor a limit of
 * characters is about a missing field.
 */
export function getFieldErrorCode(message: string): string {
  const [limit = ''] = /\d+/.exec(message) ?? [];
  return (
    CODES_BY_MESSAGE.get(message) ??
    (message === getTooLongMessage(Number(limit)) ? 'text-too-long' : 'missing')
  );
}

const OTHER_FIELD_MISSING = 'Toto pole je povinné.';

/**
 * Returns the message for a missing field. It depends only on the name of the field itself, not on the objects that
 * contain the field.
 */
export function getMissingMessage(name: string): string {
  return MISSING_MESSAGES[name] ?? OTHER_FIELD_MISSING;
}

/**
 * Returns a summary of the errors in all fields: the first message and the number of further messages. Without errors,
 * the summary is an empty string.
 */
export function summarizeErrors(errors: FieldErrors): string {
  const [first = '', ...others] = Object.values(errors).flat();
  return first + formatFurtherErrors(others.length);
}

function formatFurtherErrors(count: number): string {
  if (count === 0) return '';
  if (count === 1) return ' (a 1 ďalšia chyba)';
  return count < 5 ? ` (a ${count} ďalšie chyby)` : ` (a ${count} ďalších chýb)`;
}

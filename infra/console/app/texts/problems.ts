/** Texts for errors, by `X-Error-Code` (infra/docs/api/conventions.md#error-codes). */
export const PROBLEM_TEXTS = {
  'problem.network': [
    'Spojenie sa prerušilo. Nič z formulára sa nestratilo; skúste to znova.',
    'The connection broke. Nothing you filled in is lost; please try again.',
  ],
  'problem.internal': [
    'Niečo sa nám pokazilo. Skúste to prosím o chvíľu.',
    'Something broke on our side. Please try again in a while.',
  ],
  'problem.unavailable': [
    'Služba je preťažená. Skúste to prosím o chvíľu.',
    'The service is busy. Please try again in a while.',
  ],
  'problem.payment-accounts-unavailable': [
    'Účty pre výplaty sa teraz nedajú otvoriť. Vieme o tom a riešime to.',
    'Payment accounts cannot be opened at present. We know about it and are working on it.',
  ],
  'problem.too-many-requests': [
    'Príliš veľa pokusov. Skúste to znova o {seconds} s.',
    'Too many attempts. Try again in {seconds} s.',
  ],
  'problem.wrong-credentials': ['E-mail alebo heslo nie je správne.', 'The e-mail or the password is wrong.'],
  'problem.locked': [
    'Váš účet je zablokovaný. Dôvod sme vám poslali e-mailom.',
    'Your account is locked. We have sent you the reason by e-mail.',
  ],
  'problem.unauthenticated': ['Prihláste sa prosím znova.', 'Please sign in again.'],
  'problem.unverified': ['Najprv si overte e-mailovú adresu.', 'Verify your e-mail address first.'],
  'problem.unapproved': ['Na to musíte byť schválený znalec.', 'Only approved experts can do this.'],
  'problem.wrong-role': ['Toto váš účet nemôže.', 'Your account cannot do this.'],
  'problem.not-owner': ['Toto patrí niekomu inému.', 'This belongs to somebody else.'],
  'problem.forbidden': ['K tomuto nemáte prístup.', 'You have no access to this.'],
  'problem.not-found': ['Nič také neexistuje.', 'This does not exist.'],
  'problem.wrong-state': [
    'Medzitým sa to zmenilo. Ukazujeme aktuálny stav.',
    'This has changed in the meantime. You see the current state.',
  ],
  'problem.offer-not-payable': ['Túto ponuku teraz nemožno zaplatiť.', 'This offer cannot be paid now.'],
  'problem.payment-processing': [
    'Platba za tento posudok sa ešte spracúva. Keď prejde, napíšeme vám.',
    'A payment for this testimony is still being processed. You will get an e-mail once it is complete.',
  ],
  'problem.already-offered': [
    'Na tento posudok už máte otvorenú ponuku.',
    'You already have an open offer for this testimony.',
  ],
  'problem.too-many-offers': [
    'Na tento posudok už nemožno dať ďalšiu ponuku.',
    'No further offer can be made for this testimony.',
  ],
  'problem.already-verified': ['Táto adresa už bola overená.', 'This address has been verified before.'],
  'problem.already-signed-in': ['Už ste prihlásení.', 'You are signed in already.'],
  'problem.reset-failed': [
    'Odkaz je neplatný, použitý alebo vypršal. Požiadajte o nový.',
    'The link is invalid, used or expired. Request a new one.',
  ],
  'problem.work-unfinished': [
    'Účet nemožno zrušiť, kým nie je dokončený prijatý posudok.',
    'The account cannot be closed while an accepted testimony is not completed.',
  ],
  'problem.money-under-way': [
    'Účet nemožno zrušiť, kým sú peniaze na ceste.',
    'The account cannot be closed while a refund, payout or dispute is open.',
  ],
  'problem.stale': [
    'Účet sa medzitým zmenil inde. Načítajte stránku znova.',
    'The account was changed elsewhere meanwhile. Reload the page.',
  ],
  'problem.too-large': ['Odoslané súbory sú príliš veľké.', 'The files are too large.'],
} as const;

/** Texts of forms: error summary, drafts and passwords. */
export const FORM_TEXTS = {
  /** Prefix of the document's title. */
  errorTitle: ['Chyba: ', 'Error: '],
  errorSummary: [
    'Opravte prosím {n} údaj|Opravte prosím {n} údaje|Opravte prosím {n} údajov',
    'Please correct {n} field|Please correct {n} fields',
  ],
  showPassword: ['Zobraziť heslo', 'Show password'],
  phoneHint: ['Napríklad +421 901 234 567.', 'Such as +421 901 234 567.'],
  ibanHint: ['Slovenský účet: SK a 22 číslic.', 'A Slovak account: SK and 22 digits.'],
  draftRestored: ['Pokračujete v rozpísanom formulári.', 'You continue a form that you began earlier.'],
  startOver: ['Začať odznova', 'Start over'],
  leaveTitle: ['Odísť bez odoslania?', 'Leave without sending?'],
  leaveText: [
    'Na tejto stránke sú údaje, ktoré ste ešte neodoslali. Ak odídete, stratia sa.',
    'This page has input that you have not sent yet. It will be lost if you leave.',
  ],
  leave: ['Odísť', 'Leave'],
  formSteps: ['Kroky formulára', 'Steps of the form'],
  continue: ['Pokračovať', 'Continue'],
  back: ['Späť', 'Back'],
} as const;

/** Texts of the lists of testimonies and of the signed-in start page. */
export const LIST_TEXTS = {
  myWorkShort: ['Moje', 'Mine'],
  offerableShort: ['Otvorené', 'Open'],
} as const;

/** Icons as inline SVG elements, so the browser does not have to load icon files. */
const PATHS = {
  file: 'M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8zM14 3v5h5M12 18v-6M9.500 14.500 12 12l2.500 2.500',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  close: 'm6 6 12 12M18 6 6 18',
  code: 'm8 7-5 5 5 5M16 7l5 5-5 5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.500 2',
  'sign-out': 'M14 4H6v16h8M10 12h11M17 8l4 4-4 4',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  'eye-off':
    'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM4 20 20 4',
} as const;

export const Icon = ({ name }: { name: keyof typeof PATHS }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);

/** Mark of the service, also used as the icon of the page. */
export const Logo = () => <img class="mark" src="/icon.svg" alt="" width="30" height="30" />;

/** Icons as inline SVG elements, so the browser does not have to load icon files. */
import type { ComponentChildren } from 'preact';

const Icon = ({ children }: { children: ComponentChildren }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    {children}
  </svg>
);

export const FileIcon = () => (
  <Icon>
    <path d="M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8zM14 3v5h5M12 18v-6M9.500 14.500 12 12l2.500 2.500" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon>
    <path d="m5 12.500 4.500 4.500L19 7.500" />
  </Icon>
);

export const CloseIcon = () => (
  <Icon>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
);

export const CodeIcon = () => (
  <Icon>
    <path d="m8 7-5 5 5 5M16 7l5 5-5 5" />
  </Icon>
);

export const ClockIcon = () => (
  <Icon>
    <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.500 2" />
  </Icon>
);

export const SignOutIcon = () => (
  <Icon>
    <path d="M14 4H6v16h8M10 12h11M17 8l4 4-4 4" />
  </Icon>
);

export const EyeIcon = () => (
  <Icon>
    <path d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z" />
  </Icon>
);

export const EyeOffIcon = () => (
  <Icon>
    <path d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM4 20 20 4" />
  </Icon>
);

/** The mark of the service, which is the icon of the page, too. */
export const Logo = () => <img class="mark" src="/icon.svg" alt="" width="26" height="26" />;

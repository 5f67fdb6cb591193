/** Button for any action, and a link to another page that looks like a button. */
interface ButtonProps {
  readonly text: string;
  /** Classes of the style, such as `primary`. */
  readonly kind?: string;
}

export const Button = ({ text, kind = '', onClick }: ButtonProps & { onClick(): void }) => (
  <button type="button" class={`button ${kind}`} onClick={onClick}>
    {text}
  </button>
);

export const ButtonLink = ({ text, kind = '', href }: ButtonProps & { href: string }) => (
  <a class={`button ${kind}`} href={href}>
    {text}
  </a>
);

/** Display of a chosen password's strength. It only advises; the API's rules decide whether a password is accepted. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../core/language.ts';

/** Names of the fields whose values would be bad passwords. */
const KNOWN_FIELDS = ['email', 'firstName', 'lastName', 'phone'];

export interface ChosenPassword {
  readonly password: string;
  /** Other values of the form, which an attacker would try first. */
  readonly knownWords: readonly string[];
}

/** Reads the new password from the form if the event comes from its field. */
export function readChosenPassword({ target }: Event): ChosenPassword | undefined {
  if (!(target instanceof HTMLInputElement) || target.name !== 'password') return undefined;
  const fields = target.form?.elements;
  const knownWords = KNOWN_FIELDS.flatMap(name => {
    const field = fields?.namedItem(name);
    return field instanceof HTMLInputElement && field.value ? [field.value] : [];
  });
  return { password: target.value, knownWords };
}

export function PasswordStrength({ chosen }: { chosen: ChosenPassword }) {
  const [score, setScore] = useState<number>();
  useEffect(() => {
    let isCurrent = true;
    // If the module cannot be loaded, the form works without the estimate.
    import('./estimate-password.ts').then(
      ({ estimatePassword }) => {
        if (isCurrent) setScore(estimatePassword(chosen.password, chosen.knownWords));
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [chosen]);
  if (score === undefined || chosen.password === '') return null;
  const level = LEVELS[score] ?? 'strength.weak';
  return (
    <p class="strength" role="status">
      <meter min={0} max={4} low={2} high={3} optimum={4} value={score} aria-label={t('passwordStrength')} />
      <span>{t(level)}</span>
    </p>
  );
}

const LEVELS = [
  'strength.weak',
  'strength.weak',
  'strength.fair',
  'strength.good',
  'strength.strong',
] as const;

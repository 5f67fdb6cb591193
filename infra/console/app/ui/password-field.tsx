/** Password fields with a button that shows the password. */
import { useState } from 'preact/hooks';
import { t } from '../core/language.ts';
import { currentUser } from '../core/session.ts';
import { newPasswordRule } from '../forms/rules.ts';
import { type CommonFieldProps, getFieldLabel, LabelledControl, TextField } from './fields.tsx';
import { Icon } from './icons.tsx';

interface PasswordFieldProps extends CommonFieldProps {
  readonly autocomplete: 'current-password' | 'new-password';
}

export function PasswordField({ autocomplete, ...field }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <LabelledControl {...field}>
      {attributes => (
        <div class="password">
          <input
            {...attributes}
            type={(isShown ? 'text' : 'password') as 'password'}
            name={field.name}
            autocomplete={autocomplete}
            autocapitalize="none"
            spellcheck={false}
            data-private=""
          />
          <button
            type="button"
            class="icon-button"
            aria-pressed={isShown}
            aria-controls={attributes.id}
            title={t('showPassword')}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <Icon name="eye-off" /> : <Icon name="eye" />}
            <span class="hidden">
              {t('showPassword')}: {field.label ?? getFieldLabel(field.name)}
            </span>
          </button>
        </div>
      )}
    </LabelledControl>
  );
}

/** Values of `CurrentPasswordField`. */
export interface PasswordProof {
  readonly currentPassword: string;
  readonly code?: string;
}

/** Field for the current password, which confirms a change of the account, and for a code of the second factor. */
export const CurrentPasswordField = () => (
  <>
    <PasswordField name="currentPassword" autocomplete="current-password" />
    {currentUser.value?.secondFactor && <CodeField hint={t('codeHint')} />}
  </>
);

/** Field for a code of the authenticator app. Where the hint says so, it also accepts a recovery code. */
export const CodeField = ({ hint }: { hint?: string }) => (
  <TextField name="code" hint={hint} autocomplete="one-time-code" />
);

/**
 * Field for a new password. Users type it only once, because they can show it; `repeatPassword` adds the confirmation
 * that the API requires.
 */
export const NewPasswordField = ({ label }: { label: string }) => (
  <PasswordField
    name="password"
    label={label}
    hint={t('passwordHint')}
    rule={newPasswordRule}
    autocomplete="new-password"
  />
);

export const repeatPassword = <Values extends { password?: string }>(values: Values) => ({
  ...values,
  passwordConfirmation: values.password,
});

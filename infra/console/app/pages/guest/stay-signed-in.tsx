import { CheckboxField } from '../../ui/choice-fields.tsx';

/** Value of `StaySignedInField`. */
export interface StaySignedIn {
  readonly staySignedIn: boolean;
}

/** Checkbox that keeps the token until the user signs out (infra/decisions/0020-console-token.md). */
export const StaySignedInField = () => <CheckboxField name="staySignedIn" />;

/** Field of the profile by which an expert switches the digests of new testimonies off and on. */
import type { Expert } from '../../../../client/runtime/index.ts';
import { t } from '../../core/language.ts';
import { CheckboxField } from '../../ui/choice-fields.tsx';

export const NewTestimoniesField = ({ user }: { user: Expert }) => (
  <CheckboxField
    name="notifyNewTestimonies"
    label={t('newTestimoniesMail')}
    isChecked={user.notifyNewTestimonies}
  />
);

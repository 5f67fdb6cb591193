/** Field of the profile by which an expert switches the digests of new testimonies off and on. */
import type { Expert } from '../../../../client/runtime/index.ts';
import { useTexts } from '../../core/language.ts';
import { CheckboxField } from '../../ui/fields.tsx';

export function NewTestimoniesField({ user }: { user: Expert }) {
  const { t } = useTexts();
  return (
    <CheckboxField
      name="notifyNewTestimonies"
      label={t('newTestimoniesMail')}
      isChecked={user.notifyNewTestimonies}
    />
  );
}

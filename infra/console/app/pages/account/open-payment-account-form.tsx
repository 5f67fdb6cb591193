/** Form that opens the payment provider's page, where the expert is verified or changes the bank account for payouts. */
import { api } from '../../core/api-client.ts';
import { useTexts } from '../../core/language.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';

export function OpenPaymentAccountForm() {
  const { t } = useTexts();
  return (
    <Form
      label={t('openPaymentAccount')}
      onSubmit={async (body: { currentPassword: string }) => {
        const { url } = await api.openPaymentAccount({ body });
        location.assign(url);
      }}
    >
      <TextField
        name="currentPassword"
        label={t('currentPassword')}
        type="password"
        autocomplete="current-password"
      />
      <SubmitButton>{t('openPaymentAccount')}</SubmitButton>
    </Form>
  );
}

/** Form that opens the payment provider's page, where the expert is verified or changes the bank account for payouts. */
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { CurrentPasswordField, type PasswordProof } from '../../ui/password-field.tsx';

export const OpenPaymentAccountForm = () => (
  <Form
    label={t('openPaymentAccount')}
    leaveWarning="never"
    onSubmit={async (body: PasswordProof) => {
      const { url } = await api.openPaymentAccount({ body });
      location.assign(url);
    }}
  >
    <CurrentPasswordField />
    <SubmitButton>{t('openPaymentAccount')}</SubmitButton>
  </Form>
);

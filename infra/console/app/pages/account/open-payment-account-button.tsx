/** Button that opens the payment provider's onboarding. */
import { api } from '../../core/api-client.ts';
import { useTexts } from '../../core/language.ts';
import { ActionButton } from '../../ui/action-button.tsx';

export function OpenPaymentAccountButton() {
  const { t } = useTexts();
  async function openAccount(): Promise<void> {
    const { url } = await api.openPaymentAccount();
    location.assign(url);
  }
  return (
    <ActionButton action={openAccount} kind="primary">
      {t('openPaymentAccount')}
    </ActionButton>
  );
}

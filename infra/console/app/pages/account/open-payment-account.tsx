import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { Act } from '../../ui/act.tsx';

export function OpenPaymentAccount() {
  const { t } = useTexts();
  async function open(): Promise<void> {
    const { url } = await api.openPaymentAccount();
    location.assign(url);
  }
  return (
    <Act act={open} kind="primary">
      {t('openPaymentAccount')}
    </Act>
  );
}

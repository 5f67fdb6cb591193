/** Row with an expert's payment account, and the button that opens it. */
import type { Expert } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { Badge } from '../../ui/page.tsx';
import { PasswordDialog } from '../../ui/password-dialog.tsx';
import type { PasswordProof } from '../../ui/password-field.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';

const TONES = { none: 'plain', incomplete: 'warning', verified: 'success', restricted: 'danger' } as const;

export const PaymentAccountRow = ({ user: { paymentAccount } }: { user: Expert }) => (
  <SettingRow
    title={t('paymentAccount')}
    state={<Badge tone={TONES[paymentAccount]}>{t(`paymentAccount.${paymentAccount}`)}</Badge>}
    text={t(paymentAccount === 'restricted' ? 'paymentAccountRestricted' : 'paymentAccountText')}
  >
    <PaymentAccountButton isVerified={paymentAccount === 'verified'} />
  </SettingRow>
);

/** Button that opens the payment provider's page, where the expert is verified or changes the bank account. */
export const PaymentAccountButton = ({
  isVerified = false,
  kind,
}: {
  isVerified?: boolean;
  kind?: 'primary';
}) => (
  <PasswordDialog
    kind={kind}
    title={t(isVerified ? 'changePaymentAccount' : 'openPaymentAccount')}
    send={async (body: PasswordProof) => {
      const { url } = await api.openPaymentAccount({ body });
      location.assign(url);
    }}
  />
);

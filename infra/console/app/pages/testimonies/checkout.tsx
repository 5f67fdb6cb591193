/**
 * Page on which the buyer enters billing data before the payment provider's hosted checkout page opens
 * (infra/docs/api/payments.md).
 */
import type { CheckoutOfferData, CompanyInput, Testimony, User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { formatMoney, t } from '../../core/language.ts';
import { useOnReturn, useResource } from '../../core/resource.ts';
import { readOptionalGroup } from '../../forms/form-values.ts';
import { ButtonLink } from '../../ui/buttons.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, FactList, LoadingOrProblem, Notice, Page } from '../../ui/page.tsx';
import { getCodeLabel } from '../../ui/select-options.ts';
import { BillingAddressFields, CompanyFields, PersonFields } from '../../ui/shared-field-groups.tsx';
import { AccountStatusNotice } from '../account/account-status.tsx';
import { storeCheckoutTestimony } from './checkout-testimony.ts';
import { joinName } from './testimony-facts.ts';

interface CheckoutProps {
  readonly id: string;
  readonly offerId: string;
  readonly user: User;
}

export function CheckoutPage({ id, offerId, user }: CheckoutProps) {
  const testimony = useResource(signal => api.showTestimony({ path: { id }, signal }), id);
  // The testimony may have been paid for while the user was on the hosted checkout page or in another tab.
  useOnReturn(() => void testimony.reload());
  if (!testimony.data) {
    return (
      <Page title={t('checkout')}>
        <LoadingOrProblem error={testimony.error} retry={testimony.reload} />
      </Page>
    );
  }
  const canCheckOut = testimony.data.allowedActions.includes('checkout');
  return (
    <Page title={t('checkout')} lead={t('checkoutLead')}>
      <AccountStatusNotice user={user} />
      {canCheckOut || !user.emailVerified ? (
        <div class="split summary-first">
          <BuyerForm {...{ id, offerId, user }} />
          <aside>
            <OfferSummary testimony={testimony.data} offerId={offerId} />
          </aside>
        </div>
      ) : (
        <Notice tone="info" text={t('notPayable')}>
          <ButtonLink href={`/testimonies/${id}`} text={t('toTestimony')} />
        </Notice>
      )}
    </Page>
  );
}

const BuyerForm = ({ id, offerId, user }: CheckoutProps) => (
  <Form
    label={t('checkout')}
    draft="checkout"
    keepsDraft
    onSubmit={async (values: CheckoutOfferData['body'] & { company: Record<string, string> }) => {
      const company = readOptionalGroup(values.company) as CompanyInput | null;
      const { url } = await api.checkoutOffer({ path: { offerId }, body: { ...values, company } });
      storeCheckoutTestimony(id);
      location.assign(url);
      // Keeps the button busy until the browser opens the hosted checkout page.
      await new Promise(resolve => setTimeout(resolve, 3000));
    }}
  >
    <Card title={t('buyer')}>
      <FieldGroup legend={t('contact')} columns>
        <PersonFields value={user} />
      </FieldGroup>
      <BillingAddressFields value={user.billingAddress} />
      <CompanyFields hint={t('companyHint')} value={user.company} optional />
      <SubmitButton>{t('pay')}</SubmitButton>
      <p class="small">{t('payHint')}</p>
    </Card>
  </Form>
);

function OfferSummary({ testimony, offerId }: { testimony: Testimony; offerId: string }) {
  const offer = testimony.offers.find(({ id }) => id === offerId);
  if (!offer) return null;
  const { type, address } = testimony.realEstate;
  return (
    <Card title={t('bought')}>
      <FactList
        rows={[
          [t('realEstate'), `${getCodeLabel('estate', type)}, ${address.city}`],
          [t('purpose'), testimony.purpose && getCodeLabel('purpose', testimony.purpose)],
          [t('expert'), joinName(offer.expert)],
          [t('delivery'), t('inDays', { n: offer.daysToComplete })],
          [t('toPay'), <strong class="price">{formatMoney(offer.price)}</strong>],
        ]}
      />
    </Card>
  );
}

/**
 * Page on which the client enters billing data before the payment provider's hosted checkout page opens
 * (infra/docs/api/payments.md).
 */
import type {
  CheckoutOfferData,
  CompanyInput,
  Offer,
  Testimony,
  User,
} from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { formatMoney, t } from '../../core/language.ts';
import { tPayout } from '../../core/payout-texts.ts';
import { useOnReturn, useResource } from '../../core/resource.ts';
import { readOptionalGroup } from '../../forms/form-values.ts';
import { ButtonLink } from '../../ui/buttons.tsx';
import { LoadingOrError } from '../../ui/error-page.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, FactList, Notice, Page } from '../../ui/page.tsx';
import { getCodeLabel } from '../../ui/select-options.ts';
import { BillingAddressFields, CompanyFields, PersonFields } from '../../ui/shared-field-groups.tsx';
import { AccountStatusNotice } from '../account/account-status.tsx';
import { openPaymentPage } from './begun-payment.ts';
import { joinName } from './testimony-facts.ts';
import { getTestimonyTitle } from './testimony-row.tsx';

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
      <Page title={t('payment')} lead={t('checkoutLead')}>
        <LoadingOrError shape="cards" error={testimony.error} retry={testimony.reload} />
      </Page>
    );
  }
  const offer = testimony.data.offers.find(each => each.id === offerId);
  const canCheckOut = testimony.data.allowedActions.includes('checkout');
  const parts = { testimony: testimony.data, user };
  return (
    <Page title={t('payment')} lead={t('checkoutLead')}>
      <AccountStatusNotice user={user} />
      {offer && (canCheckOut || !user.emailVerified) ? (
        <div class="split summary-first">
          <BuyerForm {...parts} offer={offer} />
          <aside>
            <OfferSummary {...parts} offer={offer} />
          </aside>
        </div>
      ) : (
        <Notice tone="info" text={t('notPayable')}>
          <ButtonLink href={`/testimonies/${id}`} text={t('openTestimony')} />
        </Notice>
      )}
    </Page>
  );
}

interface CheckoutParts {
  readonly testimony: Testimony;
  readonly offer: Offer;
  readonly user: User;
}

const BuyerForm = ({ testimony, offer, user }: CheckoutParts) => (
  <Form
    label={t('payment')}
    draft="checkout"
    keepsDraft
    onSubmit={async (values: CheckoutOfferData['body'] & { company: Record<string, string> }) => {
      const company = readOptionalGroup(values.company) as CompanyInput | null;
      await openPaymentPage({ testimonyId: testimony.id, offerId: offer.id, body: { ...values, company } });
    }}
  >
    <Card title={t('buyer')}>
      <div class="columns">
        <PersonFields value={user} />
      </div>
      <SameAddressBox address={testimony.realEstate.address} />
      <BillingAddressFields value={user.billingAddress} />
      <CompanyFields value={user.company} optional />
      <p>{tPayout('escrowNote')}</p>
      <SubmitButton>{t('pay', { amount: formatMoney(offer.price) })}</SubmitButton>
      <p class="small">{t('payHint')}</p>
    </Card>
  </Form>
);

/** Checkbox that fills in the address of the property. The user can still change it. */
function SameAddressBox({ address }: { address: Testimony['realEstate']['address'] }) {
  if (!address.line1) return null;
  const parts = { ...address, country: 'SK' };
  return (
    <label class="option">
      <input
        type="checkbox"
        onChange={({ currentTarget: { checked, form } }) => {
          for (const part of checked && form ? BILLING_PARTS : []) {
            const control = form?.elements.namedItem(`billingAddress.${part}`) as HTMLInputElement;
            control.value = parts[part] ?? '';
            for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
          }
        }}
      />
      {t('sameAddress')}
    </label>
  );
}

const BILLING_PARTS = ['line1', 'line2', 'city', 'postalCode', 'country'] as const;

function OfferSummary({ testimony, offer }: CheckoutParts) {
  return (
    <Card title={t('bought')}>
      <FactList
        rows={[
          [t('realEstate'), getTestimonyTitle(testimony)],
          [t('purpose'), testimony.purpose && getCodeLabel('purpose', testimony.purpose)],
          [t('expert'), joinName(offer.expert)],
          [t('delivery'), t('inDays', { n: offer.daysToComplete })],
          [t('toPay'), <strong class="price">{formatMoney(offer.price)}</strong>],
        ]}
      />
    </Card>
  );
}

/** Who pays for an offer, before the provider's page (infra/docs/api/payments.md). */
import type { CheckoutOfferData, CompanyInput, Testimony, User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { useResource, useReturn } from '../../core/resource.ts';
import { useName } from '../../ui/choices.ts';
import { Form, Submit } from '../../ui/form.tsx';
import { Group } from '../../ui/group.tsx';
import { AddressFields, CompanyFields, PersonFields } from '../../ui/groups.tsx';
import { Card, Facts, Notice, Page, Pending } from '../../ui/page.tsx';
import { withoutBlanks } from '../../ui/values.ts';
import { AccountStatus } from '../account/status.tsx';
import { startPaying } from './paying.ts';

interface CheckoutProps {
  readonly id: string;
  readonly offerId: string;
  readonly user: User;
}

export function CheckoutPage({ id, offerId, user }: CheckoutProps) {
  const { t } = useTexts();
  const testimony = useResource(signal => api.showTestimony({ path: { id }, signal }), id);
  // Back from the payment page, or from another tab: the order may have been paid meanwhile.
  useReturn(() => void testimony.reload());
  if (!testimony.data) {
    return (
      <Page title={t('checkout')}>
        <Pending error={testimony.error} retry={testimony.reload} />
      </Page>
    );
  }
  const may = testimony.data.allowedActions.includes('checkout');
  return (
    <Page title={t('checkout')} lead={t('checkoutLead')}>
      <AccountStatus user={user} />
      {may || !user.emailVerified ? (
        <div class="split">
          <Buyer {...{ id, offerId, user }} />
          <aside>
            <Bought testimony={testimony.data} offerId={offerId} />
          </aside>
        </div>
      ) : (
        <Notice tone="info">
          <p>{t('notPayable')}</p>
          <p>
            <a class="button" href={`/testimonies/${id}`}>
              {t('toOrder')}
            </a>
          </p>
        </Notice>
      )}
    </Page>
  );
}

function Buyer({ id, offerId, user }: CheckoutProps) {
  const { t } = useTexts();
  return (
    <Form
      label={t('checkout')}
      submit={async (values: CheckoutOfferData['body'] & { company: Record<string, string> }) => {
        const company = withoutBlanks(values.company) as CompanyInput | null;
        const { url } = await api.checkoutOffer({ path: { offerId }, body: { ...values, company } });
        startPaying(id);
        location.assign(url);
        // The page is about to go; the button stays as it is until then.
        await new Promise(resolve => setTimeout(resolve, 3000));
      }}
    >
      <Card title={t('buyer')}>
        <Group legend={t('contact')} columns>
          <PersonFields value={user} />
        </Group>
        <AddressFields name="billingAddress" legend={t('billingAddress')} value={user.billingAddress} />
        <CompanyFields hint={t('companyHint')} value={user.company} />
        <Submit>{t('pay')}</Submit>
        <p class="small">{t('payHint')}</p>
      </Card>
    </Form>
  );
}

function Bought({ testimony, offerId }: { testimony: Testimony; offerId: string }) {
  const { t, money } = useTexts();
  const name = useName();
  const offer = testimony.offers.find(({ id }) => id === offerId);
  if (!offer) return null;
  return (
    <Card title={t('bought')}>
      <Facts
        rows={[
          [
            t('realEstate'),
            `${name('estate', testimony.realEstate.type)}, ${testimony.realEstate.address.city}`,
          ],
          [t('purpose'), name('purpose', testimony.purpose)],
          [t('expert'), [offer.expert.firstName, offer.expert.lastName].filter(Boolean).join(' ')],
          [t('delivery'), t('inDays', { n: offer.daysToComplete })],
          [t('toPay'), <strong class="price">{money(offer.price)}</strong>],
        ]}
      />
    </Card>
  );
}

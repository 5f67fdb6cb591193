import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { t } from '../../core/language.ts';
import { formatPostalCode } from '../../forms/number-formats.ts';
import { Card, FactList, Quotation } from '../../ui/page.tsx';
import { getCodeLabel } from '../../ui/select-options.ts';
import { formatArea, isOpen } from './testimony-facts.ts';

export function RealEstateCard({ testimony, user }: { testimony: Testimony; user: User }) {
  const { notes } = testimony;
  const isOwn = user.role === 'client';
  // For an expert whose approval was revoked, a notice on the page already says so.
  const isRevoked = user.role === 'expert' && user.approvalRevoked;
  const { type, region, address, properties } = testimony.realEstate;
  const city = [formatPostalCode(address.postalCode ?? ''), address.city].filter(Boolean).join('\u00a0');
  const propertyRows = Object.entries(properties ?? {}).map(([property, value]) =>
    property === 'area'
      ? ([t('area'), formatArea(value)] as const)
      : ([getCodeLabel('property', property), String(value)] as const),
  );
  return (
    <Card title={t('realEstate')}>
      <FactList
        columns
        rows={[
          [t('estateType'), getCodeLabel('estate', type)],
          [t('address'), [address.line1, address.line2, city].filter(Boolean).join(', ')],
          [t('region'), getCodeLabel('region', region)],
          ...propertyRows,
          [t('parcelNumber'), address.parcelNumber],
          [t('cadastralArea'), address.cadastralArea],
          [t('notes'), isOwn && notes ? <span class="lines">{notes}</span> : null],
        ]}
      />
      {!isOwn && notes && <Quotation label={t('quotation.expert')}>{notes}</Quotation>}
      {testimony.purpose === null
        ? !isRevoked && <p class="small">{t('detailsHidden')}</p>
        : isOpen(testimony) &&
          !address.line1 &&
          !address.parcelNumber && <p class="small">{t('streetHidden')}</p>}
    </Card>
  );
}

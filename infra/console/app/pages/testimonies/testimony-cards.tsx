/** Cards with the real estate and the contact of a testimony. */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { useTexts } from '../../core/language.ts';
import { Card, FactList, Quotation } from '../../ui/page.tsx';
import { useCodeLabel } from '../../ui/select-options.ts';

/** Returns the testimony number, which mails and the hosted checkout page also show. */
const getTestimonyNumber = (id: string) => id.slice(-8).toUpperCase();

const joinParts = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ');

export function RealEstateCard({ testimony }: { testimony: Testimony }) {
  const { t, date } = useTexts();
  const getLabel = useCodeLabel();
  const { type, region, address, properties } = testimony.realEstate;
  const city = [address.postalCode, address.city].filter(Boolean).join(' ');
  const propertyRows = Object.entries(properties ?? {}).map(
    ([property, value]) => [getLabel('property', property), String(value)] as const,
  );
  return (
    <Card title={t('realEstate')}>
      <FactList
        rows={[
          [t('estateType'), getLabel('estate', type)],
          ...propertyRows,
          [t('address'), joinParts(address.line1, address.line2, city)],
          [t('region'), getLabel('region', region)],
          [t('parcelNumber'), address.parcelNumber],
          [t('cadastralArea'), address.cadastralArea],
          [t('notes'), testimony.notes && <Quotation label={t('clientWrote')}>{testimony.notes}</Quotation>],
          [t('requested'), date(testimony.createdAt)],
          [t('testimonyNumber'), getTestimonyNumber(testimony.id)],
        ]}
      />
      {testimony.purpose === null ? (
        <p class="small">{t('detailsHidden')}</p>
      ) : (
        !address.line1 && !address.parcelNumber && <p class="small">{t('streetHidden')}</p>
      )}
    </Card>
  );
}

/** Shows the client to the assigned expert, and the expert to the client. */
export function ContactCard({ testimony, user }: { testimony: Testimony; user: User }) {
  const { t } = useTexts();
  const { client, expert } = testimony;
  if (user.role === 'client') {
    if (!expert) return null;
    return (
      <Card title={t('expert')}>
        <FactList
          rows={[
            [t('name'), joinParts([expert.firstName, expert.lastName].filter(Boolean).join(' '))],
            [t('registrationNumber'), expert.registrationNumber],
          ]}
        />
      </Card>
    );
  }
  if (!client.email) return null;
  return (
    <Card title={t('client')}>
      <FactList
        rows={[
          [t('name'), [client.firstName, client.lastName].filter(Boolean).join(' ')],
          [t('email'), <a href={`mailto:${client.email}`}>{client.email}</a>],
          [t('phone'), client.phone && <a href={`tel:${client.phone}`}>{client.phone}</a>],
        ]}
      />
    </Card>
  );
}

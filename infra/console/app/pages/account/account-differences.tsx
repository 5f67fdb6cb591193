import { t } from '../../core/language.ts';
import { groupIban } from '../../forms/number-formats.ts';
import { getFieldLabel } from '../../ui/fields.tsx';
import { FactList } from '../../ui/page.tsx';
import { getCodeLabel, getCountryName } from '../../ui/select-options.ts';
import type { AccountDifference } from './account-changes.ts';

export function AccountDifferences({ differences }: { differences: readonly AccountDifference[] }) {
  if (differences.length === 0) return null;

  function format({ field, value }: AccountDifference): string {
    if (Array.isArray(value)) return value.map(code => getCodeLabel('region', code)).join(', ');
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value !== 'string' || value === '') return t('removed');
    if (field === 'bankAccount.iban') return groupIban(value);
    return field === 'billingAddress.country' ? getCountryName(value) : value;
  }

  return (
    <section class="notice info differences" aria-label={t('changedElsewhere')}>
      <h3>{t('changedElsewhere')}</h3>
      <FactList rows={differences.map(each => [getFieldLabel(each.field), format(each)] as const)} />
    </section>
  );
}

/** Tab that lists the requests with their responses, newest first. */
import { useState } from 'preact/hooks';
import { exchanges } from '../core/exchanges.ts';
import { t } from '../core/language.ts';
import { ExchangeDetails, isFailed } from './exchange-details.tsx';

export function RequestsTab() {
  const allExchanges = exchanges.value;
  const [showSecrets, setShowSecrets] = useState(false);
  const [onlyFailed, setOnlyFailed] = useState(false);
  const shown = onlyFailed ? allExchanges.filter(isFailed) : allExchanges;
  return (
    <>
      <p class="actions">
        <Checkbox label={t('showSecrets')} isChecked={showSecrets} onChange={setShowSecrets} />
        <Checkbox label={t('onlyFailed')} isChecked={onlyFailed} onChange={setOnlyFailed} />
        <button type="button" class="link" onClick={() => (exchanges.value = [])}>
          {t('clear')}
        </button>
      </p>
      {shown.length === 0 && <p class="small">{t(onlyFailed ? 'noFailures' : 'noRequests')}</p>}
      <ol class="exchanges" reversed>
        {shown.map(exchange => (
          <li key={exchange.number}>
            <ExchangeDetails exchange={exchange} showSecrets={showSecrets} />
          </li>
        ))}
      </ol>
    </>
  );
}

interface CheckboxProps {
  readonly label: string;
  readonly isChecked: boolean;
  onChange(isChecked: boolean): void;
}

const Checkbox = ({ label, isChecked, onChange }: CheckboxProps) => (
  <label class="option">
    <input type="checkbox" checked={isChecked} onChange={event => onChange(event.currentTarget.checked)} />
    {label}
  </label>
);

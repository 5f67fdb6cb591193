/** Tab that lists the requests with their responses, newest first. */
import { useState } from 'preact/hooks';
import { exchanges } from '../core/exchanges.ts';
import { t } from '../core/language.ts';
import { ExchangeDetails } from './exchange-details.tsx';

export function RequestsTab() {
  const allExchanges = exchanges.value;
  const [showSecrets, setShowSecrets] = useState(false);
  return (
    <>
      <p class="actions">
        <label class="option">
          <input
            type="checkbox"
            checked={showSecrets}
            onChange={event => setShowSecrets(event.currentTarget.checked)}
          />
          {t('showSecrets')}
        </label>
        <button type="button" class="link" onClick={() => (exchanges.value = [])}>
          {t('clear')}
        </button>
      </p>
      {allExchanges.length === 0 && <p class="small">{t('noRequests')}</p>}
      <ol class="exchanges" reversed>
        {allExchanges.map(exchange => (
          <li key={exchange.number}>
            <ExchangeDetails exchange={exchange} showSecrets={showSecrets} />
          </li>
        ))}
      </ol>
    </>
  );
}

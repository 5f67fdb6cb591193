/** Tab that lists the requests with their responses, newest first. */
import { exchanges } from '../core/exchanges.ts';
import { t } from '../core/language.ts';
import { ExchangeDetails } from './exchange-details.tsx';

export const RequestsTab = () => (
  <>
    {exchanges.value.length === 0 && <p class="small">{t('noRequests')}</p>}
    <ol class="exchanges" reversed>
      {exchanges.value.map(exchange => (
        <li key={exchange.number}>
          <ExchangeDetails exchange={exchange} />
        </li>
      ))}
    </ol>
  </>
);

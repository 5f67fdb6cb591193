/** Tab that lists the requests with their responses, newest first. */
import { useState } from 'preact/hooks';
import { exchanges, type RecordedExchange } from '../core/exchanges.ts';
import { useTexts } from '../core/language.ts';
import { useStore } from '../core/store.ts';
import { Badge } from '../ui/page.tsx';
import { formatCurlCommand, parseBodyFields } from './curl.ts';
import { maskSecrets } from './mask-secrets.ts';

export function RequestsTab() {
  const { t } = useTexts();
  const allExchanges = useStore(exchanges);
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
        <button type="button" class="link" onClick={() => exchanges.set([])}>
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

function ExchangeDetails({ exchange, showSecrets }: { exchange: RecordedExchange; showSecrets: boolean }) {
  const { t } = useTexts();
  const { status, method, url, milliseconds, requestId, code, attempt } = exchange;
  const tone = status === 0 || status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success';
  return (
    <details>
      <summary>
        <Badge tone={tone}>{status || '×'}</Badge> <code>{method}</code>{' '}
        <code class="path">{new URL(url).pathname}</code>
        <span class="small">{milliseconds} ms</span>
      </summary>
      <p class="small">
        {requestId && (
          <>
            X-Request-Id: <code>{requestId}</code>
            <br />
          </>
        )}
        {code && (
          <>
            X-Error-Code: <code>{code}</code>
            <br />
          </>
        )}
        {attempt > 1 && t('attempt', { n: attempt })}
      </p>
      <CopyButton text={() => formatCurlCommand(exchange, showSecrets)} />
      <h3>{t('request')}</h3>
      <pre>
        <code>{formatRequest(exchange, showSecrets)}</code>
      </pre>
      <h3>{t('answer')}</h3>
      <pre>
        <code>{formatResponse(exchange, showSecrets)}</code>
      </pre>
    </details>
  );
}

const formatHeaders = (headers: Iterable<[string, string]>) =>
  [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');

const formatBody = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, describeFile, 2);

/** Replaces each file in the displayed JSON by the file's name and size. */
const describeFile = (_: string, value: unknown) =>
  value instanceof File ? `${value.name} (${value.size} B)` : value;

function formatRequest(
  { method, url, requestHeaders, requestBody }: RecordedExchange,
  showSecrets: boolean,
): string {
  const head = `${method} ${url}\n${formatHeaders(Object.entries(maskSecrets(requestHeaders, showSecrets)))}`;
  return requestBody === undefined
    ? head
    : `${head}\n\n${formatBody(maskSecrets(parseBodyFields(requestBody), showSecrets))}`;
}

function formatResponse(
  { status, responseHeaders, responseBody, error }: RecordedExchange,
  showSecrets: boolean,
): string {
  if (status === 0) return String(error);
  const head = `${status}\n${formatHeaders(responseHeaders.entries())}`;
  return responseBody === undefined
    ? head
    : `${head}\n\n${formatBody(maskSecrets(responseBody, showSecrets))}`;
}

function CopyButton({ text }: { text(): string }) {
  const { t } = useTexts();
  const [isCopied, setIsCopied] = useState(false);
  async function copyText(): Promise<void> {
    await navigator.clipboard.writeText(text());
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2000);
  }
  return (
    <button type="button" class="button small" onClick={() => void copyText()}>
      <span aria-live="polite">{t(isCopied ? 'copied' : 'copyCurl')}</span>
    </button>
  );
}

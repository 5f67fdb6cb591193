/** Each request with its answer, the newest on top. */
import { useState } from 'preact/hooks';
import { exchanges, type Recorded } from '../core/exchanges.ts';
import { useTexts } from '../core/language.ts';
import { useStore } from '../core/store.ts';
import { Badge } from '../ui/page.tsx';
import { fieldsOf, toCurl } from './curl.ts';
import { maskSecrets } from './secrets.ts';

export function RequestsTab() {
  const { t } = useTexts();
  const all = useStore(exchanges);
  const [secrets, setSecrets] = useState(false);
  return (
    <>
      <p class="actions">
        <label class="option">
          <input
            type="checkbox"
            checked={secrets}
            onChange={event => setSecrets(event.currentTarget.checked)}
          />
          {t('showSecrets')}
        </label>
        <button type="button" class="link" onClick={() => exchanges.set([])}>
          {t('clear')}
        </button>
      </p>
      {all.length === 0 && <p class="small">{t('noRequests')}</p>}
      <ol class="exchanges" reversed>
        {all.map(exchange => (
          <li key={exchange.number}>
            <OneExchange exchange={exchange} secrets={secrets} />
          </li>
        ))}
      </ol>
    </>
  );
}

function OneExchange({ exchange, secrets }: { exchange: Recorded; secrets: boolean }) {
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
      <CopyButton text={() => toCurl(exchange, secrets)} />
      <h3>{t('request')}</h3>
      <pre>
        <code>{requestText(exchange, secrets)}</code>
      </pre>
      <h3>{t('answer')}</h3>
      <pre>
        <code>{answerText(exchange, secrets)}</code>
      </pre>
    </details>
  );
}

const linesOf = (headers: Iterable<[string, string]>) =>
  [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');

const pretty = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, named, 2);

/** A file is told by its name. */
const named = (_: string, value: unknown) =>
  value instanceof File ? `${value.name} (${value.size} B)` : value;

function requestText({ method, url, requestHeaders, requestBody }: Recorded, secrets: boolean): string {
  const head = `${method} ${url}\n${linesOf(Object.entries(maskSecrets(requestHeaders, secrets)))}`;
  return requestBody === undefined
    ? head
    : `${head}\n\n${pretty(maskSecrets(fieldsOf(requestBody), secrets))}`;
}

function answerText({ status, responseHeaders, responseBody, error }: Recorded, secrets: boolean): string {
  if (status === 0) return String(error);
  const head = `${status}\n${linesOf(responseHeaders.entries())}`;
  return responseBody === undefined ? head : `${head}\n\n${pretty(maskSecrets(responseBody, secrets))}`;
}

function CopyButton({ text }: { text(): string }) {
  const { t } = useTexts();
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text());
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  }
  return (
    <button type="button" class="button small" onClick={() => void copy()}>
      <span aria-live="polite">{t(copied ? 'copied' : 'copyCurl')}</span>
    </button>
  );
}

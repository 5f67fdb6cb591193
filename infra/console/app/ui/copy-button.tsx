import { useState } from 'preact/hooks';
import { t } from '../core/language.ts';

/** Button that copies a text. For two seconds, it shows whether copying succeeded. */
export function CopyButton({ label, text }: { label: string; text(): string }) {
  const [result, setResult] = useState<'copied' | 'copyFailed'>();
  async function copyText(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text());
      setResult('copied');
    } catch {
      setResult('copyFailed');
    }
    setTimeout(() => setResult(undefined), 2000);
  }
  return (
    <button type="button" class="button small" onClick={() => void copyText()}>
      <span aria-live="polite">{result ? t(result) : label}</span>
    </button>
  );
}

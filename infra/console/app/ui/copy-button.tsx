import { useState } from 'preact/hooks';
import { t } from '../core/language.ts';

/** Button that copies a text, and says for two seconds that it has. */
export function CopyButton({ label, text }: { label: string; text(): string }) {
  const [isCopied, setIsCopied] = useState(false);
  async function copyText(): Promise<void> {
    await navigator.clipboard.writeText(text());
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2000);
  }
  return (
    <button type="button" class="button small" onClick={() => void copyText()}>
      <span aria-live="polite">{isCopied ? t('copied') : label}</span>
    </button>
  );
}

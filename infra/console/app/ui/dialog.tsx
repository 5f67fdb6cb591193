/**
 * Modal dialog, for example for confirmations. The browser keeps the focus inside the dialog, and restores the previous
 * focus when the dialog closes.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../core/language.ts';
import { CloseIcon } from './icons.tsx';

export function Dialog(props: { title: string; onClose(): void; children: ComponentChildren }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={props.onClose}>
      <header>
        <h2 id={id}>{props.title}</h2>
        <button
          type="button"
          class="icon-button"
          aria-label={t('close')}
          onClick={() => dialog.current?.close()}
        >
          <CloseIcon />
        </button>
      </header>
      {props.children}
    </dialog>
  );
}

/**
 * Modal dialog, for example for confirmations. The browser keeps the focus inside the dialog, moves it to the first
 * control when the dialog opens, and restores the previous focus when the dialog closes. The button that closes the
 * dialog is the last control, beside the button of the action. On phones, the dialog is a sheet at the bottom.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { t } from '../core/language.ts';
import { Announcements } from './announcements.tsx';
import { Button } from './buttons.tsx';

interface DialogProps {
  readonly title: string;
  /** Whether the button that closes the dialog has the focus at first. */
  readonly focusesBack?: boolean;
  readonly children: ComponentChildren;
  onClose(): void;
}

export function Dialog(props: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // The browser sends the `close` event a frame after the call of `close()`. An event that arrives after this dialog
  // was removed is ignored, because it would close the next dialog.
  const handleClose = () => dialog.current && props.onClose();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} class="modal" aria-labelledby={id} onClose={handleClose}>
      <h2 id={id}>{props.title}</h2>
      {props.children}
      <button type="button" class="button quiet" autofocus={props.focusesBack} onClick={props.onClose}>
        {t('back')}
      </button>
      <Announcements />
    </dialog>
  );
}

interface DialogButtonProps {
  /** Text of the button and title of the dialog. */
  readonly text: string;
  readonly kind: string;
  children(close: () => void): ComponentChildren;
}

export function DialogButton({ text, kind, children }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button text={text} kind={kind} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <Dialog title={text} onClose={close}>
          {children(close)}
        </Dialog>
      )}
    </>
  );
}

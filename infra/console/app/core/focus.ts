/**
 * Prepares for an action that may remove the focused control.
 * @returns a function to call after the action. If the focused control was removed, the function moves the focus to the
 *   heading of the testimony's next step, of the section around the control, or of the page.
 */
export function keepFocus(control: Element): () => void {
  const parts: Element[] = [];
  for (let part = control.closest('section'); part; part = part.parentElement?.closest('section') ?? null)
    parts.push(part);

  // Waits until the result of the action is rendered.
  return () =>
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const part = parts.find(each => each.isConnected);
      const heading =
        document.querySelector<HTMLElement>('.next-step > h2') ??
        part?.querySelector<HTMLElement>('h2, h3') ??
        document.querySelector<HTMLElement>('h1');
      if (heading) heading.tabIndex = -1;
      heading?.focus();
    });
}

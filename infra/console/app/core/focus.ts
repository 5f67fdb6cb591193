/**
 * Prepares for an action that may remove the focused control.
 * @returns a function that moves a lost focus to the heading of the innermost part around the control that is left
 */
export function keepFocus(control: Element): () => void {
  const parts: Element[] = [];
  for (let part = control.parentElement; part; part = part.parentElement) parts.push(part);

  // The result of the action is rendered first.
  return () =>
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const heading = parts
        .filter(part => part.isConnected)
        .map(part => part.querySelector<HTMLElement>('h1, h2, h3'))
        .find(Boolean);
      if (heading) heading.tabIndex = -1;
      heading?.focus();
    });
}

/**
 * Announcements for screen readers, such as the result of an action (infra/console/app/ui/announcements.tsx shows
 * them).
 */
import { signal } from '@preact/signals';
import { t } from './language.ts';

export const announcement = signal('');

/**
 * Delay before an announcement is published, in milliseconds. Meanwhile, a specific text can replace the generic text
 * of `announceDone`.
 */
const DELAY = 100;

let waiting: ReturnType<typeof setTimeout> | undefined;

export function announceToScreenReaders(text: string): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    waiting = undefined;
    // Screen readers read only a text that has changed, so a repeated text gets an additional space.
    announcement.value = text === announcement.value ? `${text}\u00a0` : text;
  }, DELAY);
}

/** Announces that an action is done, unless a more specific text is waiting for its announcement. */
export function announceDone(action: string): void {
  if (waiting === undefined) announceToScreenReaders(t('actionDone', { action }));
}

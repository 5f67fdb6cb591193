import { useEffect } from 'preact/hooks';
import { announcement } from '../core/announcements.ts';

/**
 * Region in which screen readers find announcements. A modal dialog has a region of its own, because screen readers
 * ignore everything outside the dialog.
 */
export function Announcements() {
  useEffect(() => {
    // Clears the previous announcement, so that a newly mounted region does not repeat it.
    announcement.value = '';
  }, []);
  return (
    <p class="hidden" role="status">
      {announcement}
    </p>
  );
}

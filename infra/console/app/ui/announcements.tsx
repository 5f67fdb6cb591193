import { useEffect } from 'preact/hooks';
import { announcement } from '../core/announcements.ts';

/** Region in which screen readers find announcements. A modal dialog has its own, because it makes the frame inert. */
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

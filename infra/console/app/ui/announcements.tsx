import { useEffect } from 'preact/hooks';
import { announcement } from '../core/announcements.ts';

/** Region in which screen readers find announcements. A modal dialog has its own, because it makes the frame inert. */
export function Announcements() {
  useEffect(() => {
    // A new region does not repeat an old announcement.
    announcement.value = '';
  }, []);
  return (
    <p class="hidden" role="status">
      {announcement}
    </p>
  );
}

import type { Announcement } from '@inkling/contract/site';
import { escapeHtml } from '../platform/http/html.ts';

/** Where the layouts leave room for it (packages/web/src/features/layout/announcement.tsx). */
const mark = '<!--announcement-->';

/**
 * Writes what admins announce into a page, so that it comes with the page's first answer. The style hides it on devices where
 * it was dismissed, before the first paint; a script of the page dismisses it (packages/web/src/lib/before-paint.ts).
 */
export function withAnnouncement(html: string, announcement: Announcement | null): string {
  if (announcement === null) return html.replace(mark, '');
  const { _id, text, link } = announcement;
  const words = escapeHtml(text);
  const line = link === null ? words : `<a class="announcement-link" href="${escapeHtml(link)}">${words}</a>`;
  const button = `<button class="announcement-dismiss" type="button" data-dismiss="${_id}" aria-label="Dismiss this announcement">×</button>`;
  // A function, since `$&` in a replacement is something else.
  return html.replace(
    mark,
    () =>
      `<style>[data-dismissed="${_id}"] .announcement{display:none}</style><div class="announcement"><p role="status" dir="auto">${line}</p>${button}</div>`,
  );
}

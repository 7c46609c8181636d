import type { Notification } from '@inkling/contract/notifications';
import { siteName } from '../../platform/email/configured.ts';
import { excerptOf } from '../../platform/texts.ts';

/** What the service worker shows, as it is. */
export interface PushText {
  title: string;
  body: string;
  /** A path of this site. */
  link: string;
}

const [lines, characters] = [3, 200];

/** Tells of new entries, the newest first, within the 4 KB of a message (docs/product/push.md#messages). */
export function pushText(entries: Notification[]): PushText {
  const texts = entries.slice(0, lines).map(({ text }) => excerptOf(text, characters));
  const [first] = entries;
  if (first !== undefined && entries.length === 1)
    return { title: siteName, body: texts.join(), link: first.link };
  const others = entries.length - texts.length;
  const body = [...texts, ...(others > 0 ? [`And ${others} more`] : [])].join('\n');
  return { title: `${entries.length} new notifications`, body, link: '/notifications' };
}

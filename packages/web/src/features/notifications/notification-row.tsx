import type { Notification } from '@inkling/contract/notifications';
import { BellOff, Check, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { showUndo } from '../../lib/notify.ts';
import { RelativeTime } from '../../lib/relative-time.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import { PersonAvatar } from '../users/person-avatar.tsx';
import { kinds } from './kinds.ts';
import { useMarkRead, useMuteStory } from './notifications.api.ts';

/** What happened, with a link to it. Following the link marks it as read, except new chapters: reading them does. */
export function NotificationRow({ item }: { item: Notification }) {
  const { kind, actor, story, isRead } = item;
  const read = useMarkRead();
  const { mute, unmute } = useMuteStory();
  const row = useFocusAfter<HTMLLIElement>(linkBeside);
  const Icon = kinds[kind].icon;
  const markRead = () => read.some([item._id]);
  const canMute = story !== null && kind !== 'decision';
  const muteStory = ({ _id: storyId, title }: { _id: string; title: string }) => {
    const undo = () => unmute.mutate({ params: { storyId } });
    mute.mutate({ params: { storyId } }, { onSuccess: () => showUndo(`You muted “${title}”.`, undo) });
  };
  return (
    <li ref={row} className="relative flex items-start gap-3 py-4 ps-4 sm:gap-4">
      {!isRead && (
        <span aria-hidden="true" className="absolute start-0 top-8 size-2 rounded-full bg-accent" />
      )}
      {actor === null ? (
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-muted">
          <Icon aria-hidden="true" className="size-5" />
        </span>
      ) : (
        <PersonAvatar person={actor} size={44} />
      )}
      <div className="min-w-0 flex-1">
        <p className={isRead ? '' : 'font-semibold'}>
          <Link
            to={item.link}
            className="block break-words hover:underline"
            onClick={isRead || kind === 'chapters' ? undefined : markRead}
          >
            {!isRead && <span className="sr-only">Unread: </span>}
            {/* English, even where it begins with a name in another script. */}
            <bdi dir="ltr">{item.text}</bdi>
          </Link>
        </p>
        {item.excerpt !== null && (
          <p className="mt-1 line-clamp-2 break-words text-muted" dir="auto">
            {item.excerpt}
          </p>
        )}
        <p className="mt-1 flex items-center gap-1.5 text-sm text-muted">
          <Icon aria-hidden="true" className="size-4" />
          <span className="sr-only">{kinds[kind].name}, </span>
          <RelativeTime iso={item.createdAt} />
        </p>
      </div>
      {(!isRead || canMute) && (
        <RowMenu label={`More about “${item.text}”`}>
          {!isRead && (
            <MenuItem icon={Check} onSelect={markRead}>
              Mark as read
            </MenuItem>
          )}
          {canMute && (
            <MenuItem icon={BellOff} onSelect={() => muteStory(story)}>
              Mute this story
            </MenuItem>
          )}
        </RowMenu>
      )}
    </li>
  );
}

/** The menu of a row, which has none once nothing is left to choose: then its link gets the focus. */
function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const box = useFocusAfter<HTMLDivElement>(({ parentElement }) => parentElement?.querySelector('a'));
  return (
    <div ref={box}>
      <Menu trigger={<IconButton icon={Ellipsis} label={label} />}>{children}</Menu>
    </div>
  );
}

/** The link of the next row or, for the last of a day, of the one before; for the only one, the main content. */
const linkBeside = ({ nextElementSibling: next, previousElementSibling: previous }: Element) =>
  (next ?? previous)?.querySelector('a') ?? document.getElementById('main');

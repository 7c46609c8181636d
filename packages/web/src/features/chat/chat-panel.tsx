import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { listenLive } from '../../lib/live.ts';
import { useMe } from '../../lib/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useRoomBeside } from '../comments/use-room-beside.ts';
import { RoomView } from './room-view.tsx';

const title = 'Live Chat';
/** The least and most that the panel is wide beside the text, and its distance from the text. */
const panelWidth = { min: 288, max: 416, gap: 24 };
/** Where there is no room beside the text, the panel lies over a part of it. */
const widthOverText = 352;
const narrow = '(width < 40rem)';

export interface ChatPanelProps {
  storyId: string;
  chapterId: string;
  /** The author of the story. */
  authorId: string;
  onClose: () => void;
  listen?: typeof listenLive;
}

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (notify) => {
      const query = matchMedia(narrow);
      query.addEventListener('change', notify);
      return () => query.removeEventListener('change', notify);
    },
    () => matchMedia(narrow).matches,
  );
}

/** The chats of a chapter and its story: beside the text, on phones over the whole screen. */
export function ChatPanel(props: ChatPanelProps) {
  const { onClose } = props;
  const content = <Rooms {...props} />;
  if (useIsNarrow())
    return (
      <Sheet title={title} onClose={onClose}>
        {content}
      </Sheet>
    );
  return <SidePanel onClose={onClose}>{content}</SidePanel>;
}

function Rooms({ storyId, chapterId, authorId, listen }: ChatPanelProps) {
  const me = useMe();
  const [tab, setTab] = useState('chapter');
  const [hasChanged, setHasChanged] = useState(false);
  if (me === undefined) return <TextSkeleton lines={10} />;
  const viewOf = (room: string | null) => (
    <RoomView
      key={room}
      place={{ storyId, chapterId: room }}
      userId={me._id}
      authorId={authorId}
      // Choosing a tab leaves the focus there.
      takesFocus={!hasChanged}
      listen={listen}
    />
  );
  return (
    <div className="chat-rooms">
      <Tabs
        label="Chats"
        tabs={[
          { id: 'chapter', label: 'This chapter', content: viewOf(chapterId) },
          { id: 'story', label: 'Whole story', content: viewOf(null) },
        ]}
        value={tab}
        onChange={(chosen) => {
          setTab(chosen);
          setHasChanged(true);
        }}
      />
    </div>
  );
}

/** At the edge of the window, below the reader's controls; the text can be read and scrolled beside it. */
function SidePanel({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const beside = Math.min(panelWidth.max, useRoomBeside() - panelWidth.gap);
  useEffect(() => {
    // Where nothing can be written, or not yet.
    if (!panel.current?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    // Wherever the focus is; a dialog inside that closes has prevented the default.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) onClose();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onClose]);
  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={id}
      className="chat-panel"
      style={{ width: beside >= panelWidth.min ? beside : widthOverText }}
    >
      <div className="flex shrink-0 items-center justify-between gap-4">
        <h2 id={id} ref={heading} tabIndex={-1} className="font-serif text-2xl outline-none">
          {title}
        </h2>
        <IconButton label="Close" className="-me-2" onClick={onClose}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      {children}
    </div>
  );
}

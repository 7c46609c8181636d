import { useState, useSyncExternalStore } from 'react';
import type { listenLive } from '../../lib/live.ts';
import { useMe } from '../../lib/session.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useRoomBeside } from '../comments/use-room-beside.ts';
import { RoomView } from './room-view.tsx';

const title = 'Live Chat';
/** The least and most that the panel is wide beside the text, and its distance from the text. */
const panelWidth = { min: 288, max: 416, gap: 24 };
/** Where there is no room beside the text, the panel lies over a part of it. */
const widthOverText = 352;
/** Windows that a panel would leave too little of, such as phones in either direction. */
const small = '(width < 40rem) or (height < 30rem)';

export interface ChatPanelProps {
  storyId: string;
  chapterId: string;
  /** The author of the story. */
  authorId: string;
  onClose: () => void;
  listen?: typeof listenLive;
}

function useIsSmall(): boolean {
  return useSyncExternalStore(
    (notify) => {
      const query = matchMedia(small);
      query.addEventListener('change', notify);
      return () => query.removeEventListener('change', notify);
    },
    () => matchMedia(small).matches,
  );
}

/** The chats of a chapter and its story: beside the text, on phones over the whole screen. */
export function ChatPanel(props: ChatPanelProps) {
  const { onClose } = props;
  const beside = Math.min(panelWidth.max, useRoomBeside() - panelWidth.gap);
  const content = <Rooms {...props} />;
  if (useIsSmall())
    return (
      <Sheet title={title} onClose={onClose}>
        {content}
      </Sheet>
    );
  return (
    <SidePanel title={title} width={beside >= panelWidth.min ? beside : widthOverText} onClose={onClose}>
      {content}
    </SidePanel>
  );
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

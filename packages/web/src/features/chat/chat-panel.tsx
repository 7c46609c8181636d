import { useState } from 'react';
import type { listenLive } from '../../lib/live.ts';
import { useMe } from '../../lib/session.ts';
import { SidePanel } from '../../ui/side-panel.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { RoomView } from './room-view.tsx';

export interface ChatPanelProps {
  storyId: string;
  chapterId: string;
  /** The author of the story. */
  authorId: string;
  onClose: () => void;
  listen?: typeof listenLive;
}

/** The chats of a chapter and its story: beside the text, on phones over the whole screen. */
export function ChatPanel(props: ChatPanelProps) {
  return (
    <SidePanel title="Live Chat" gap={56} otherwise="over" onClose={props.onClose}>
      <Rooms {...props} />
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

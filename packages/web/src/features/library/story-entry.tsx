import type { Opening, ReadingStatus } from '@inkling/contract/library';
import type { Story } from '@inkling/contract/stories';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { StoryTime } from '../reading-sessions/story-time.tsx';
import { titleOf } from '../stories/story-text.ts';
import { NoteDialog } from './entry-actions.tsx';
import { EntryMenuButton } from './entry-menu-button.tsx';
import { EntryNote } from './entry-note.tsx';

const statusNames: Record<ReadingStatus, string> = {
  reading: 'Reading',
  completed: 'Completed',
  on_hold: 'On hold',
  dropped: 'Dropped',
  none: 'In library',
};

interface Props {
  story: Story;
  entry: Pick<Opening, 'status' | 'note' | 'secondsRead'>;
}

/** The status of the reader's library entry on the story's page, with its menu. */
export function StoryEntry({ story, entry: { status, note } }: Props) {
  const [writing, setWriting] = useState(false);
  const title = titleOf(story);
  return (
    <>
      <EntryMenuButton
        entry={{ storyId: story._id, status, note, isAvailable: story.isPublished }}
        onNote={() => setWriting(true)}
        button={(opening) => (
          <Button aria-label={`${statusNames[status]}: library options`} {...opening}>
            {statusNames[status]}
            <ChevronDown aria-hidden="true" className="size-5" />
          </Button>
        )}
      />
      {writing && (
        <NoteDialog storyId={story._id} title={title} note={note} onClose={() => setWriting(false)} />
      )}
    </>
  );
}

/** Below the buttons: how long the reader has read, and their note. */
export function EntryDetails({ story, entry: { note, secondsRead } }: Props) {
  const [writing, setWriting] = useState(false);
  const title = titleOf(story);
  return (
    <>
      {secondsRead >= 60 && <StoryTime storyId={story._id} title={title} secondsRead={secondsRead} />}
      {note !== '' && (
        <div className="max-w-prose">
          <EntryNote note={note} title={title} onEdit={() => setWriting(true)} />
        </div>
      )}
      {writing && (
        <NoteDialog storyId={story._id} title={title} note={note} onClose={() => setWriting(false)} />
      )}
    </>
  );
}

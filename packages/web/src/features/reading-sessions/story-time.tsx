import { Clock } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';
import { readingTime } from './reading-time.ts';

const SessionsDialog = lazyComponent(async () => (await import('./sessions-dialog.tsx')).SessionsDialog);

interface Props {
  storyId: string;
  title: string;
  secondsRead: number;
}

/** How long the reader has read a story, with a list of the sessions. */
export function StoryTime({ storyId, title, secondsRead }: Props) {
  const [open, setOpen] = useState(false);
  const label = `You’ve read for ${readingTime(secondsRead)}`;
  return (
    <>
      <Button variant="ghost" aria-label={`${label}: my reading sessions`} onClick={() => setOpen(true)}>
        <Clock aria-hidden="true" className="size-5" />
        {label}
      </Button>
      {open && <SessionsDialog storyId={storyId} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

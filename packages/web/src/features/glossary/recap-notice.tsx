import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { recapsQuery } from './glossary.api.ts';
import { RecapList } from './recap-list.tsx';

/** Offers a reader who returns after some time the story so far, if its author has written recaps. */
export function RecapNotice({ story }: { story: Pick<Story, '_id' | 'language'> }) {
  // As it is when they return: further recaps come with the chapters that they read now.
  const { data } = useQuery({ ...recapsQuery(story._id), staleTime: Number.POSITIVE_INFINITY });
  const [isDismissed, setDismissed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const recaps = data?.data ?? [];
  const isShown = recaps.length > 0 && !isDismissed;
  return (
    <>
      <div role="status" className="place-question fixed inset-x-0 bottom-0 z-11">
        {isShown && (
          <div className="flex items-center gap-x-2 border-t border-line bg-notice px-4 py-1 text-on-notice">
            <p className="min-w-0 grow text-center">Welcome back.</p>
            <Button className="shrink-0" onClick={() => setOpen(true)}>
              The story so far
            </Button>
            <IconButton icon={X} label="Close" onClick={() => setDismissed(true)} />
          </div>
        )}
      </div>
      {isOpen && (
        <Dialog
          open
          onOpenChange={() => {
            setOpen(false);
            setDismissed(true);
          }}
          title="The story so far"
          initialFocus="title"
          headStays
        >
          <RecapList recaps={recaps} language={story.language} />
        </Dialog>
      )}
    </>
  );
}

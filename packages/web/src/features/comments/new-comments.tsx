import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { pluralize } from '../../lib/format.ts';
import { markStale } from '../../lib/query.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Button } from '../../ui/button.tsx';
import { commentQuery, postedSince } from './comments.api.ts';
import { followComments } from './live-comments.ts';
import { type CommentSubject, isAbout, placeOf } from './thread.ts';

interface Props {
  subject: CommentSubject;
  /** Whether a comment or reply is in the list already. */
  isShown: (id: string) => boolean;
  /** Loads the new comments. */
  onShow: () => Promise<void>;
}

/** The most ids that are counted. */
const maxCounted = 99;

/** A button that loads comments posted while the list is open. It lies over the list, so that nothing moves. */
export function NewComments(props: Props) {
  const { subject, isShown, onShow } = props;
  const [added, setAdded] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const shown = useRef(props);
  shown.current = props;
  const { storyId, chapterId } = placeOf(subject);
  useEffect(() => {
    const since = serverNow();
    /** Events name only the chapter. A reply belongs to its comment's paragraph. */
    const isHere = async (id: string): Promise<boolean> => {
      const { subject, isShown } = shown.current;
      if (subject.kind === 'story' || subject.paragraph === undefined) return true;
      const { data } = await client.fetchQuery(commentQuery(id));
      return data.parent === null ? isAbout(subject, data) : isShown(data.parent);
    };
    const add = (ids: readonly string[]) =>
      setAdded((before) => [...new Set([...before, ...ids])].slice(0, maxCounted));
    const stop = followComments(
      { storyId, chapterId },
      {
        onChanged({ added: id }) {
          void markStale(client, ['paragraphComments']);
          if (id === null) return;
          isHere(id).then(
            (here) => here && add([id]),
            // Deleted already, or unreachable: the list has it when it is fetched again.
            () => undefined,
          );
        },
        onReconnected: () => void postedSince(shown.current.subject, since).then(add),
      },
    );
    return () => {
      stop();
      setAdded([]);
    };
  }, [client, storyId, chapterId]);
  const count = added.filter((id) => !isShown(id)).length;
  const show = async () => {
    setBusy(true);
    await onShow().finally(() => setBusy(false));
    setAdded([]);
  };
  return <ShowNew label={count > 0 ? pluralize(count, 'new comment') : null} busy={busy} onShow={show} />;
}

interface ShowNewProps {
  /** How many there are; null without any. */
  label: string | null;
  busy: boolean;
  onShow: () => Promise<void>;
}

/** The button that lies over a list and loads what is new in it. */
export const ShowNew = ({ label, busy, onShow }: ShowNewProps) => (
  <div role="status" className="pointer-events-none sticky top-20 z-10 flex h-0 items-start justify-center">
    {label !== null && (
      <Button
        variant="primary"
        className="pointer-events-auto -mt-2 rounded-full! text-sm shadow-lg"
        busy={busy}
        onClick={() => void onShow()}
      >
        {label}
      </Button>
    )}
  </div>
);

import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { useCloseComments } from './comments.api.ts';
import type { CommentSubject } from './thread.ts';

interface Props {
  subject: Exclude<CommentSubject, { kind: 'post' }>;
  isClosed: boolean;
}

/** Closes and opens the comments of a story or chapter, for the story's author. */
export function CloseComments({ subject, isClosed }: Props) {
  const close = useCloseComments(subject);
  // A chapter's comments stay closed while its story's are, even after they are opened.
  const isStoryClosed = isClosed && close.wasOpened;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Button busy={close.busy} onClick={() => close.set(!isClosed)}>
        {isClosed ? 'Open comments' : 'Close comments'}
      </Button>
      <p role="status" className="text-sm text-muted">
        {isStoryClosed ? (
          <>
            Comments on the whole story are closed. Open them on{' '}
            <Link to={paths.story(subject.kind === 'story' ? subject.id : subject.storyId)} className="link">
              the story’s page
            </Link>
            .
          </>
        ) : isClosed ? null : subject.kind === 'story' ? (
          'Closing stops new comments on the story and all its chapters.'
        ) : (
          'Closing stops new comments on this chapter.'
        )}
      </p>
    </div>
  );
}

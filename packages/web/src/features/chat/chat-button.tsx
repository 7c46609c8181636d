import { MessagesSquare } from 'lucide-react';
import { useCallback, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { showError } from '../../lib/notify.ts';
import { useNoConnection } from '../../lib/use-connection.ts';

const ChatPanel = lazyComponent(async () => (await import('./chat-panel.tsx')).ChatPanel);

interface Props {
  storyId: string;
  chapterId: string;
  /** The author of the story. */
  authorId: string;
}

/** The button at the corner of the reading screen that opens the chat. It hides with the reader's controls. */
export function ChatButton(props: Props) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const reason = useNoConnection('Live Chat needs');
  return (
    <>
      <button
        type="button"
        aria-label="Live Chat"
        aria-disabled={reason !== undefined || undefined}
        aria-description={reason}
        title={reason ?? 'Live Chat'}
        aria-haspopup="dialog"
        aria-expanded={open}
        // Behind the panel, which returns the focus to it.
        tabIndex={open ? -1 : 0}
        className="chat-button"
        onClick={({ currentTarget }) => {
          // Safari does not focus a button that is pressed.
          currentTarget.focus({ preventScroll: true });
          if (reason !== undefined) showError(reason);
          else setOpen(true);
        }}
      >
        <MessagesSquare aria-hidden="true" className="size-6" />
        <span>Chat</span>
      </button>
      {open && <ChatPanel {...props} onClose={close} />}
    </>
  );
}

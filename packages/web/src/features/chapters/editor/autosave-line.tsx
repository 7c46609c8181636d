import type { AutosaveView } from './autosave-view.ts';

const messages: Record<AutosaveView['state'], string> = {
  clean: 'All changes saved',
  typing: 'Typing…',
  device: 'Saved on this device',
  sending: 'Saving draft…',
  server: 'Draft saved',
  offline: 'Saved on this device. The server can’t be reached.',
  'signed-out': 'Saved on this device. Sign in to save it to your account too.',
  rejected: 'Saved on this device.',
  conflict: 'Also edited on another device',
  'not-stored': 'This browser can’t store drafts. Save before you leave.',
};

/** Says where the typed text is stored; `editedElsewhere` is true while another device edits the chapter. */
export function AutosaveLine({ view, editedElsewhere }: { view: AutosaveView; editedElsewhere: boolean }) {
  return (
    <p role="status">
      {view.state === 'clean' && editedElsewhere ? 'Being edited on another device' : messages[view.state]}
      {view.state === 'rejected' &&
        view.rejection !== null &&
        ` The server didn’t save it: ${view.rejection}`}
    </p>
  );
}

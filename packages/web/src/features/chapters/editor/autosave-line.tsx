import type { AutosaveView } from './autosave-view.ts';

const messages: Record<AutosaveView['state'], string> = {
  clean: 'Everything is saved.',
  typing: 'Typing…',
  device: 'Kept on this device.',
  sending: 'Keeping…',
  server: 'Draft kept.',
  offline: 'Kept on this device; the server cannot be reached.',
  'signed-out': 'Kept on this device; sign in to keep it on the server too.',
  rejected: 'Kept on this device.',
  conflict: 'Written on another device too.',
  'not-stored': 'This browser keeps nothing: save before you leave.',
};

/** Says where the typed text is stored; `editedElsewhere` is true while another device edits the chapter. */
export function AutosaveLine({ view, editedElsewhere }: { view: AutosaveView; editedElsewhere: boolean }) {
  return (
    <p role="status">
      {view.state === 'clean' && editedElsewhere ? 'Being written on another device.' : messages[view.state]}
      {view.state === 'rejected' &&
        view.rejection !== null &&
        ` The server does not keep it: ${view.rejection}`}
    </p>
  );
}

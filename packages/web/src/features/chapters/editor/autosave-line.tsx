import type { AutosaveView } from './autosave-view.ts';

const messages: Record<AutosaveView['state'], string> = {
  clean: 'Everything is saved.',
  typing: 'Typing…',
  device: 'Kept on this device.',
  sending: 'Keeping…',
  server: 'Draft kept.',
  offline: 'Kept on this device; the server cannot be reached.',
  'signed-out': 'Kept on this device; sign in to keep it on the server too.',
  refused: 'Kept on this device.',
  conflict: 'Written on another device too.',
  'not-stored': 'This browser keeps nothing: save before you leave.',
};

/** Where the text that is being typed is kept just now, in a word; `elsewhere` while it is typed on another device. */
export function AutosaveLine({ view, editedElsewhere }: { view: AutosaveView; editedElsewhere: boolean }) {
  return (
    <p role="status">
      {view.state === 'clean' && editedElsewhere ? 'Being written on another device.' : messages[view.state]}
      {view.state === 'refused' && view.refusal !== null && ` The server does not keep it: ${view.refusal}`}
    </p>
  );
}

import type { AutosaveView } from './autosave-view.ts';

const says: Record<AutosaveView['state'], string> = {
  clean: 'All changes saved',
  typing: 'Typing…',
  device: 'Saved on this device',
  sending: 'Saving draft…',
  server: 'Draft saved',
  offline: 'Saved on this device. The server can’t be reached.',
  'signed-out': 'Saved on this device. Sign in to save it to your account too.',
  refused: 'Saved on this device.',
  clash: 'Also edited on another device',
  nowhere: 'This browser can’t store drafts. Save before you leave.',
};

/** Where the text that is being typed is kept just now, in a word; `elsewhere` while it is typed on another device. */
export function AutosaveLine({ view, elsewhere }: { view: AutosaveView; elsewhere: boolean }) {
  return (
    <p role="status">
      {view.state === 'clean' && elsewhere ? 'Being edited on another device' : says[view.state]}
      {view.state === 'refused' && view.refusal !== null && ` The server didn’t save it: ${view.refusal}`}
    </p>
  );
}

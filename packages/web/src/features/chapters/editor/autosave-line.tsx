import type { AutosaveView } from './draft-autosave.ts';

const messages: Record<Exclude<AutosaveView['state'], 'clean'>, string> = {
  typing: 'Typing…',
  device: 'Saved on this device',
  sending: 'Saving draft…',
  server: 'Draft saved',
  offline: 'Saved on this device. We can’t reach the server.',
  'signed-out': 'Saved on this device. Sign in to save it to your account too.',
  rejected: 'Saved on this device.',
  'not-stored': 'This browser can’t store drafts. Save before you leave.',
};

const cleanMessage = (editedElsewhere: boolean, isNew: boolean): string => {
  if (editedElsewhere) return 'Being edited on another device';
  return isNew ? '' : 'All changes saved';
};

interface Props {
  view: AutosaveView;
  /** Another device edits the chapter. */
  editedElsewhere: boolean;
  /** The chapter has not been created. */
  isNew: boolean;
}

/** Says where the typed text is stored; nothing on a new, empty page. */
export function AutosaveLine({ view, editedElsewhere, isNew }: Props) {
  return (
    <p role="status">
      {view.state === 'clean' ? cleanMessage(editedElsewhere, isNew) : messages[view.state]}
      {view.state === 'rejected' &&
        view.rejection !== null &&
        ` The server didn’t save it: ${view.rejection}`}
      {view.state !== 'clean' && editedElsewhere && ' Also being edited on another device.'}
    </p>
  );
}

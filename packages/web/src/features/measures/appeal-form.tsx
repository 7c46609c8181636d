import { reportLimits } from '@inkling/contract/limits';
import { showSuccess } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { TextForm } from '../forms/text-form.tsx';
import { useEditing } from '../forms/use-editing.ts';

interface Props {
  /** Where an unsent appeal is stored. */
  storageKey: string;
  question: string;
  /** What is said once it is sent. */
  sent: string;
  send: (text: string) => Promise<unknown>;
}

/** A button that opens the form of the one appeal that a person has; with an unsent appeal, the form is open. */
export function AppealForm({ storageKey, question, sent, send }: Props) {
  const editing = useEditing(storageKey);
  if (!editing.isOpen)
    return (
      <div className="space-y-1">
        <Button ref={editing.button} onClick={editing.open}>
          Appeal
        </Button>
        <p className="text-sm text-muted">You can appeal once.</p>
      </div>
    );
  return (
    <TextForm
      label={question}
      submit={['Send appeal', 'Sending…']}
      max={reportLimits.text}
      storageKey={storageKey}
      fallback="Failed to send your appeal."
      takesFocus={editing.takesFocus}
      onCancel={editing.close}
      keepsCancelled
      send={async (text) => {
        await send(text);
        editing.close();
        showSuccess(sent);
      }}
    />
  );
}

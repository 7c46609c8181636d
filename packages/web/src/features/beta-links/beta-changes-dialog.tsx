import { Dialog } from '../../ui/dialog.tsx';
import { ComparedTexts } from '../chapters/editor/compared-texts.tsx';

const textOf = (content: string) => ({ content, title: null, authorNotes: null, endNotes: null });

interface Props {
  before: string;
  content: string;
  language: string;
  onClose: () => void;
}

/** What has changed in a draft since its reader opened it. */
export const BetaChangesDialog = ({ before, content, language, onClose }: Props) => (
  <Dialog open onOpenChange={onClose} title="What has changed" wide>
    <ComparedTexts
      dated
      before={{ name: 'When you read it', input: textOf(before) }}
      after={{ name: 'Now', input: textOf(content) }}
      language={language}
    />
  </Dialog>
);

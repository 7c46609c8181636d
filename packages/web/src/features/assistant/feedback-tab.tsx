import type { Feedback } from '@inkling/contract/assistant';
import { maxAssistantText } from '@inkling/contract/limits';
import type { EditorView } from 'prosemirror-view';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useFeedback } from './assistant.api.ts';
import { showPlace, textOfDocument } from './checker/text-checker.ts';
import { ModelAtWork, ModelConsent, WrittenByModel } from './model-consent.tsx';

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** Feedback on the chapter, which stays while the panel shows something else. */
export function useChapterFeedback(view: EditorView | undefined) {
  const feedback = useFeedback();
  const [problem, setProblem] = useState<string | null>(null);
  const [measured, setMeasured] = useState<EditorView['state']['doc'] | null>(null);
  const ask = () => {
    if (view === undefined) return;
    const { text } = textOfDocument(view.state.doc);
    feedback.reset();
    if (text.trim() === '') return setProblem('Write something first.');
    if (text.length > maxAssistantText)
      return setProblem(
        `This chapter is too long to measure at once (over ${maxAssistantText.toLocaleString('en')} characters). Split it into shorter chapters.`,
      );
    setProblem(null);
    setMeasured(view.state.doc);
    feedback.mutate({ body: { text } });
  };
  const error = problem ?? (feedback.error && messageOf(feedback.error, 'Failed to measure the chapter'));
  return { ask, error, measured, isPending: feedback.isPending, data: feedback.data?.data };
}

interface Props {
  view: EditorView | undefined;
  feedback: ReturnType<typeof useChapterFeedback>;
}

/** Measures the chapter as it is on the page. The text goes to a model only if the author agreed. */
export function FeedbackTab({ view, feedback: { ask, error, measured, isPending, data } }: Props) {
  return (
    <div className="space-y-4">
      <p>
        Measures the rhythm of your sentences, repeated words, dialogue and pace. These are observations, not
        grades: any of them may be exactly what you want.
      </p>
      <p className="text-sm text-muted">Your text is sent to this site to be measured. It isn’t stored.</p>
      <ModelConsent
        what="the chapter’s text"
        purpose="which writes what someone reading it for the first time might say"
        button="Get feedback"
      />
      <Button variant="primary" busy={isPending} onClick={ask}>
        Get feedback
      </Button>
      {isPending && <ModelAtWork />}
      {error !== null && <Alert>{error}</Alert>}
      {data !== undefined && view !== undefined && measured !== null && (
        <Result feedback={data} view={view} measured={measured} />
      )}
    </div>
  );
}

interface ResultProps {
  feedback: Feedback;
  view: EditorView;
  /** The document that was measured. */
  measured: EditorView['state']['doc'];
}

function Result({ feedback: { measures, notes, reading, modelMessage }, view, measured }: ResultProps) {
  const rows: [string, string][] = [
    ['Words', measures.words.toLocaleString('en')],
    ['Words per sentence', `${measures.sentenceWords.mean} (longest ${measures.sentenceWords.longest})`],
    ['Words per paragraph', `${measures.paragraphWords.mean} (longest ${measures.paragraphWords.longest})`],
    ['Dialogue', percent(measures.dialogueShare)],
    ...(measures.adverbs === null
      ? []
      : [['Adverbs ending in -ly', String(measures.adverbs.count)] as [string, string]]),
    ...(measures.passives === null
      ? []
      : [['Passive sentences', String(measures.passives.count)] as [string, string]]),
    ...(measures.readingEase === null
      ? []
      : [['Flesch reading ease', String(measures.readingEase)] as [string, string]]),
  ];
  const show = (startOffset: number, endOffset: number) => {
    const { positionOf } = textOfDocument(measured);
    const size = view.state.doc.content.size;
    showPlace(view, Math.min(size, positionOf(startOffset)), Math.min(size, positionOf(endOffset)));
  };
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-xl border border-line px-4 py-3 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-end tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {modelMessage !== null && <Alert>{modelMessage}</Alert>}
      {reading !== null && (
        <section aria-label="Reading" className="space-y-2 rounded-xl border border-line bg-raised px-4 py-3">
          <WrittenByModel model={reading.model} />
          <p className="break-words whitespace-pre-line" dir="auto">
            {reading.text}
          </p>
        </section>
      )}
      <p role="status" className="font-semibold">
        {notes.length === 0 ? 'Nothing stands out.' : notes.length === 1 ? '1 note' : `${notes.length} notes`}
      </p>
      <ul className="space-y-3">
        {notes.map(({ kind, message, startOffset, endOffset }) => (
          <li
            key={`${kind}${startOffset}-${endOffset}`}
            className="rounded-xl border border-line bg-raised px-4 py-3 text-sm"
          >
            <p className="break-words">{message}</p>
            <Button variant="subtle" className="-mx-3" onClick={() => show(startOffset, endOffset)}>
              Show in the text
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

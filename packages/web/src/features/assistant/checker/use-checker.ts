import { countNames, formsOf, namesOf } from '@inkling/contract/english-text';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Checker, ignoredIn, storeIgnored, takeChecker, useCheckerSettings } from './checker.ts';
import { applySuggestion, attachChecker, type PlacedIssue, type TextChecker } from './text-checker.ts';

const maxNames = 1000;

export interface CheckedStory {
  userId: string;
  storyId: string;
  /** The names in the saved chapters. */
  names: readonly string[];
}

/** The checker of an open editor: what it finds, apart from what the author ignores. It runs while it is on. */
export function useChecker(view: EditorView | undefined, { userId, storyId, names }: CheckedStory) {
  const { isOn, dialect, rulesOff } = useCheckerSettings();
  const [state, setState] = useState<'loading' | 'checking' | 'done' | 'failed'>('loading');
  const [all, setAll] = useState<PlacedIssue[]>([]);
  const [ignored, setIgnored] = useState(() => ignoredIn(userId, storyId));
  const [ignoredOnce, setIgnoredOnce] = useState<ReadonlySet<string>>(new Set());
  /** Names that were typed since the checker began, in all their forms. */
  const [typedNames, setTypedNames] = useState<ReadonlySet<string>>(new Set());
  /** Counts up to start again after a failure. */
  const [attempt, setAttempt] = useState(0);
  const open = useRef<{ checker: Checker; text: TextChecker } | null>(null);

  const namesHere = (): string[] =>
    namesOf(countNames(view?.state.doc.textBetween(0, view.state.doc.content.size, '\n') ?? ''), maxNames);
  const knownWords = useEffectEvent(() => [...new Set([...names, ...namesHere()])]);
  const onDone = useEffectEvent(() => {
    const forms = namesHere().flatMap(formsOf);
    // The same set again renders nothing.
    setTypedNames((before) => (forms.join() === [...before].join() ? before : new Set(forms)));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts it again
  useEffect(() => {
    if (!isOn || view === undefined) return;
    const checker = takeChecker();
    const onError = () => setState('failed');
    const onReady = () => {
      const text = attachChecker(view, checker, {
        onChange(isDone) {
          setAll(text.issues());
          if (isDone) onDone();
          setState(isDone ? 'done' : 'checking');
        },
        onError,
      });
      open.current = { checker, text };
    };
    let isClosed = false;
    setState('loading');
    checker.ask({ kind: 'prepare', dialect, words: knownWords() }).then(
      () => !isClosed && onReady(),
      () => !isClosed && onError(),
    );
    return () => {
      isClosed = true;
      open.current?.text.detach();
      open.current = null;
      checker.close();
      setAll([]);
    };
  }, [view, isOn, dialect, attempt]);

  const isIgnored = (issue: PlacedIssue) =>
    rulesOff.includes(issue.rule) ||
    (issue.kind === 'Spelling' && typedNames.has(issue.found)) ||
    ignoredOnce.has(issue.key) ||
    ignored.includes(issue.found) ||
    ignored.includes(`${issue.rule}: ${issue.found}`);
  const issues = all.filter((issue) => !isIgnored(issue));
  const underline = useEffectEvent(() => open.current?.text.underline(issues));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown follows from these
  useEffect(() => underline(), [all, ignored, ignoredOnce, rulesOff, typedNames]);

  const changeIgnored = (next: string[]) => {
    setIgnored(next);
    storeIgnored(userId, storyId, next);
  };
  return {
    state,
    issues,
    ignored,
    retry: () => setAttempt(attempt + 1),
    apply: (issue: PlacedIssue, suggestion: string) =>
      view !== undefined && applySuggestion(view, issue, suggestion),
    ignoreOnce: ({ key }: PlacedIssue) => setIgnoredOnce(new Set([...ignoredOnce, key])),
    ignoreAlways: ({ rule, kind, found }: PlacedIssue) =>
      changeIgnored([...ignored, kind === 'Spelling' ? found : `${rule}: ${found}`]),
    noticeAgain: (entry: string) => changeIgnored(ignored.filter((one) => one !== entry)),
  };
}

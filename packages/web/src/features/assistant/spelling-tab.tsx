import { type Dialect, dialects } from '@inkling/contract/english-text';
import type { EditorView } from 'prosemirror-view';
import { useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { changeCheckerSettings, useCheckerSettings } from './checker/checker.ts';
import { type PlacedIssue, showPlace } from './checker/text-checker.ts';
import { type CheckedStory, useChecker } from './checker/use-checker.ts';

const dialectNames: Record<Dialect, string> = {
  american: 'American English',
  british: 'British English',
  australian: 'Australian English',
  canadian: 'Canadian English',
  indian: 'Indian English',
};
/** Issues in the list at once; the rest follow as these are dealt with. More would slow down typing. */
const maxShown = 40;

interface Props {
  view: EditorView | undefined;
  language: string;
  story: CheckedStory;
}

export function SpellingTab({ view, language, story }: Props) {
  const { isOn } = useCheckerSettings();
  if (!/^en(?:-|$)/i.test(language))
    return (
      <p>
        The checker only knows English, and this story is in another language. You can change the language in
        the story’s details. Feedback works in every language.
      </p>
    );
  if (isOn) return <Checking view={view} story={story} />;
  return (
    <div className="space-y-4">
      <p>
        Catches misspellings and common slips, but doesn’t replace a proofreader. It learns a name once your
        story has used it twice.
      </p>
      <p className="font-semibold">Your text stays on this device.</p>
      <p className="text-sm text-muted">
        The checker is downloaded once (about 8 MB) and then works without a connection.
      </p>
      <Button variant="primary" onClick={() => changeCheckerSettings({ isOn: true })}>
        Start checking
      </Button>
    </div>
  );
}

const countText = (count: number): string => (count === 1 ? '1 suggestion' : `${count} suggestions`);

function Checking({ view, story }: Omit<Props, 'language'>) {
  const checker = useChecker(view, story);
  const { state, issues } = checker;
  if (state === 'failed')
    return (
      <div className="space-y-4">
        <Alert>The checker couldn’t be loaded. Check your connection, then try again.</Alert>
        <Button onClick={checker.retry}>Try again</Button>
      </div>
    );
  const status = {
    loading: 'Loading the checker…',
    checking: 'Checking…',
    done: issues.length === 0 ? 'Nothing found.' : countText(issues.length),
  }[state];
  return (
    <div className="space-y-4">
      <p className="text-sm text-muted">Your text stays on this device.</p>
      <p role="status" className="font-semibold">
        {status}
      </p>
      <ul className="space-y-3">
        {issues.slice(0, maxShown).map((issue) => (
          <li key={`${issue.key}${issue.from}`} className="rounded-xl border border-line bg-raised px-4 py-3">
            <Issue issue={issue} view={view} checker={checker} />
          </li>
        ))}
      </ul>
      <Settings ignored={checker.ignored} onNoticeAgain={checker.noticeAgain} />
    </div>
  );
}

interface IssueProps {
  issue: PlacedIssue;
  view: EditorView | undefined;
  checker: ReturnType<typeof useChecker>;
}

function Issue({ issue, view, checker }: IssueProps) {
  const { rulesOff } = useCheckerSettings();
  const { found, message, suggestions, kind, rule } = issue;
  const name = found.trim() === '' ? 'space' : found;
  return (
    <>
      <button
        type="button"
        className="min-h-11 text-start font-semibold underline decoration-dotted underline-offset-4"
        onClick={() => view !== undefined && showPlace(view, issue.from, issue.to)}
      >
        <span className="sr-only">Show in the text: </span>
        <span lang="en" className="break-words">
          {name}
        </span>
      </button>
      <p className="text-sm break-words">{message}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {suggestions.map((suggestion) => (
          <Button key={suggestion} onClick={() => checker.apply(issue, suggestion)}>
            {suggestion === '' ? (
              'Remove'
            ) : (
              <span lang="en">{suggestion.trim() === '' ? 'One space' : suggestion}</span>
            )}
          </Button>
        ))}
      </div>
      <div className="-mx-3 mt-1 flex flex-wrap text-sm">
        <Button variant="subtle" onClick={() => checker.ignoreOnce(issue)}>
          Ignore
        </Button>
        <Button variant="subtle" onClick={() => checker.ignoreAlways(issue)}>
          Always ignore
        </Button>
        {kind !== 'Spelling' && (
          <Button variant="subtle" onClick={() => changeCheckerSettings({ rulesOff: [...rulesOff, rule] })}>
            Turn off this rule
          </Button>
        )}
      </div>
    </>
  );
}

/** A name such as ToDoHyphen as words. */
const ruleName = (rule: string): string => rule.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

interface SettingsProps {
  ignored: readonly string[];
  onNoticeAgain: (entry: string) => void;
}

function Settings({ ignored, onNoticeAgain }: SettingsProps) {
  const { dialect, rulesOff } = useCheckerSettings();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="space-y-4 border-t border-line pt-3">
      <Button variant="ghost" aria-expanded={isOpen} className="-mx-4" onClick={() => setIsOpen(!isOpen)}>
        Checker settings
      </Button>
      {isOpen && (
        <>
          <SelectField
            label="Dialect"
            value={dialect}
            onChange={({ target }) =>
              changeCheckerSettings({ dialect: dialects.find((one) => one === target.value) ?? 'american' })
            }
          >
            {dialects.map((one) => (
              <option key={one} value={one}>
                {dialectNames[one]}
              </option>
            ))}
          </SelectField>
          <Entries
            title="Always ignored in this story"
            entries={ignored}
            nameOf={(entry) => entry}
            action="Stop ignoring"
            onAction={onNoticeAgain}
          />
          <Entries
            title="Rules turned off"
            entries={rulesOff}
            nameOf={ruleName}
            action="Turn on"
            onAction={(rule) => changeCheckerSettings({ rulesOff: rulesOff.filter((one) => one !== rule) })}
          />
          <Button onClick={() => changeCheckerSettings({ isOn: false })}>Stop checking</Button>
        </>
      )}
    </div>
  );
}

interface EntriesProps {
  title: string;
  entries: readonly string[];
  nameOf: (entry: string) => string;
  action: string;
  onAction: (entry: string) => void;
}

function Entries({ title, entries, nameOf, action, onAction }: EntriesProps) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      <ul>
        {entries.map((entry) => (
          <li key={entry} className="flex items-center justify-between gap-2">
            <span className="min-w-0 break-words">{nameOf(entry)}</span>
            <Button
              variant="subtle"
              className="shrink-0"
              aria-label={`${action}: ${nameOf(entry)}`}
              onClick={() => onAction(entry)}
            >
              {action}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

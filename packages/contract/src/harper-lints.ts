import type { GrammarIssue } from './assistant.ts';
import type { Range } from './english-text.ts';

/** What server and browser read of Harper's objects, which live in WebAssembly memory until they are freed. */
interface Freed {
  free(): void;
}
interface HarperSpan extends Freed {
  start: number;
  end: number;
}
interface HarperSuggestion extends Freed {
  /** 0 replaces the place, 1 removes it, 2 inserts after it. */
  kind(): number;
  get_replacement_text(): string;
}
interface HarperLint extends Freed {
  span(): HarperSpan;
  message(): string;
  lint_kind(): string;
  get_problem_text(): string;
  suggestions(): HarperSuggestion[];
}

/** An issue with Harper's kind of it, such as Spelling. */
export interface CheckedIssue extends GrammarIssue {
  kind: string;
}

const maxSuggestions = 5;
const insertsAfter = 2;

function suggestionsOf(lint: HarperLint): string[] {
  const all = lint.suggestions();
  const texts = all.map((suggestion) => {
    const text = suggestion.get_replacement_text();
    return suggestion.kind() === insertsAfter ? lint.get_problem_text() + text : text;
  });
  for (const suggestion of all) suggestion.free();
  return texts.slice(0, maxSuggestions);
}

function readLint(lint: HarperLint, rule: string): CheckedIssue {
  const span = lint.span();
  const [startOffset, endOffset] = [span.start, span.end];
  span.free();
  const message = lint.message().replace(/`([^`]*)`/g, '“$1”');
  const kind = lint.lint_kind();
  const issue = { startOffset, endOffset, rule, kind, message, suggestions: suggestionsOf(lint) };
  lint.free();
  return issue;
}

/**
 * Harper's lints by rule as plain issues in the order of the text, without those that touch one of `ignored`, in order. The
 * spans of its JavaScript are UTF-16 units, though its own are code points. Frees every lint.
 */
export function readLints(
  lintsByRule: Record<string, HarperLint[]>,
  ignored: readonly Range[],
): CheckedIssue[] {
  let next = 0;
  return Object.entries(lintsByRule)
    .flatMap(([rule, lints]) => lints.map((lint) => readLint(lint, rule)))
    .sort((a, b) => a.startOffset - b.startOffset || a.endOffset - b.endOffset)
    .filter(({ startOffset, endOffset }) => {
      while ((ignored[next]?.end ?? Number.POSITIVE_INFINITY) < startOffset) next += 1;
      return (ignored[next]?.start ?? Number.POSITIVE_INFINITY) > endOffset;
    });
}

import { type Sentence, sentencesOf } from './sentences.ts';

/** The visible text nodes of a paragraph; marks of the text format are hidden (inline-text.tsx). */
function visibleNodes(paragraph: HTMLElement): Text[] {
  const walker = document.createTreeWalker(
    paragraph,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) => {
      if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
      return node instanceof HTMLElement && node.hidden ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    },
  );
  const nodes: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) nodes.push(walker.currentNode);
  return nodes;
}

/** A sentence on the page. */
export interface SpokenSentence extends Sentence {
  paragraph: HTMLElement;
  range: Range;
  /** Where it begins in the paragraph's stored text, hidden marks included. */
  offset: number;
}

function rangeOf(nodes: Text[], from: number, to: number): Range {
  const range = document.createRange();
  let start = 0;
  for (const node of nodes) {
    const end = start + node.length;
    if (from >= start && from <= end) range.setStart(node, from - start);
    if (to > start && to <= end) range.setEnd(node, to - start);
    start = end;
  }
  return range;
}

const paragraphsOf = (text: HTMLElement): HTMLElement[] => [
  ...text.querySelectorAll<HTMLElement>('p[data-paragraph]'),
];

function spokenSentences(paragraph: HTMLElement, language: string): SpokenSentence[] {
  const nodes = visibleNodes(paragraph);
  const whole = nodes.map(({ data }) => data).join('');
  return sentencesOf(whole, language).map((sentence) => {
    const range = rangeOf(nodes, sentence.from, sentence.to);
    const before = document.createRange();
    before.setStart(paragraph, 0);
    before.setEnd(range.startContainer, range.startOffset);
    return { ...sentence, paragraph, range, offset: before.toString().length };
  });
}

/** The sentences of a chapter from a paragraph on, one paragraph at a time, since a chapter can be long. */
export function* sentencesFrom(
  text: HTMLElement,
  language: string,
  start: number | null,
): Generator<SpokenSentence, void> {
  const paragraphs = paragraphsOf(text);
  const index = paragraphs.findIndex(({ dataset }) => Number(dataset.paragraph) === start);
  for (const paragraph of paragraphs.slice(Math.max(0, index))) yield* spokenSentences(paragraph, language);
}

const highlightName = 'spoken';

/** Marks the sentence that is spoken, and its paragraph; null removes the marks. */
export function markSpoken(text: HTMLElement, sentence: SpokenSentence | null): void {
  for (const marked of text.querySelectorAll('[data-spoken]')) {
    if (marked !== sentence?.paragraph) marked.removeAttribute('data-spoken');
  }
  sentence?.paragraph.setAttribute('data-spoken', '');
  if (!('highlights' in CSS)) return;
  if (sentence === null) CSS.highlights.delete(highlightName);
  else CSS.highlights.set(highlightName, new Highlight(sentence.range));
}

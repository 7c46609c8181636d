import { sceneBreak } from '@inkling/contract/chapter-text';
import { serializeChapterText } from '@inkling/contract/chapter-text-write';
import { labelsFrom, ownDocxProperty, ownEpub } from '../../../../platform/own-epub.ts';
import { textLimits } from '../book.ts';
import { authorNoteType, type Block } from '../epub/blocks.ts';
import { elementsNamed, type XmlElement } from '../epub/xml.ts';
import { cleanLine, plainOf } from '../lines.ts';
import type { Section } from '../sections.ts';

/**
 * The labels and the description of a story, in `docProps/custom.xml` and `core.xml` of a Word document that Inkling
 * exported; null for any other.
 */
export function ownDetailsOf(custom: XmlElement | null, core: XmlElement | null) {
  const properties = new Map(
    elementsNamed(custom, 'property').map(({ attributes, text }) => [attributes.name, text]),
  );
  const of = (name: string) => properties.get(ownDocxProperty(name));
  const description = elementsNamed(core, 'description')[0]?.text ?? '';
  return of('format') === ownEpub.version
    ? { ...labelsFrom(of), description: description.slice(0, textLimits.description) }
    : null;
}

const textOf = ({ runs }: Block): string => runs.map(({ text }) => text).join('');

/** The lines of a block, with the gaps between the stanzas above it. */
function linesOf({ kind, verse, runs, blanks }: Block): string[] {
  if (kind === 'break') return [sceneBreak];
  const line = serializeChapterText([{ kind: verse ? 'verse' : 'paragraph', runs }]);
  return verse ? [...Array<string>(blanks).fill('|'), line] : [line];
}

/** The sections of a Word document that Inkling exported, as it wrote them; its title page is left out. */
export function ownSections(
  blocks: readonly Block[],
  { title, author, description }: { title: string; author: string | null; description: string },
): Section[] {
  const front = new Set([title, author ?? '', ...description.split('\n')]);
  const sections: Section[] = [{ depth: 0, title: '', lines: [], authorNotes: '' }];
  for (const block of blocks) {
    const section = sections.at(-1);
    if (block.kind === 'heading' && block.level > 1)
      sections.push({ depth: block.level, title: textOf(block), lines: [], authorNotes: '' });
    else if (sections.length === 1 && front.has(cleanLine(plainOf(block.runs)))) continue;
    else if (block.types.has(authorNoteType) && section !== undefined) {
      const place = section.lines.length === 0 ? 'authorNotes' : 'endNotes';
      const above = section[place] ? section[place] + '\n'.repeat(block.blanks + 1) : '';
      section[place] = above + textOf(block);
    } else section?.lines.push(...linesOf(block));
  }
  return sections;
}

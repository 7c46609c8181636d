import { type Block, parseChapterText, type Run } from '@inkling/contract/chapter-text';
import { isOrnament } from '@inkling/contract/scene-ornaments';
import { withoutStruckMarks } from '@inkling/contract/struck-marks';
import type { Pasted } from './clipboard-html.ts';
import { noneDropped } from './dropped.ts';
import { cleanText } from './lines-of-runs.ts';

const isBlank = (block: Block | undefined): boolean => block === undefined || block.kind === 'blank';
const plain = (text: string): Run[] => [{ text, em: false, strong: false }];

/**
 * Reads plain text from the clipboard, a line a block; blank lines are left out. Text in the text format keeps its
 * emphasis and verse, and `~~struck~~` text loses its marks, unless it is `literal`.
 */
export function readText(pasted: string, literal: boolean): Pasted {
  const { text, struck } = literal ? { text: pasted, struck: 0 } : withoutStruckMarks(pasted);
  const lines = cleanText(text.replace(/\r\n?|[\f\u0085\u2028\u2029]/g, '\n')).split('\n');
  const blocks = lines.flatMap((line): Block[] => {
    const trimmed = line.trim();
    if (isOrnament(trimmed)) return [{ kind: 'scene-break', runs: [] }];
    if (literal || trimmed === '')
      return [{ kind: trimmed === '' ? 'blank' : 'paragraph', runs: plain(trimmed) }];
    return parseChapterText(line.startsWith('|') ? line.trimEnd() : trimmed).map(({ kind, runs }) => ({
      kind,
      runs,
    }));
  });
  return {
    dropped: { ...noneDropped(), strikethrough: struck },
    // Between two groups of verse a blank line means something.
    blocks: blocks.filter(
      (block, at) =>
        !isBlank(block) ||
        (blocks[at - 1]?.kind === 'verse' &&
          blocks.slice(at).find((next) => !isBlank(next))?.kind === 'verse'),
    ),
  };
}

import type { ReactNode } from 'react';
import { WithMentions } from '../comments/with-mentions.tsx';
import { lineMarks } from './post-marks.ts';

const address = /\b(?:https?:\/\/|www\.)[^\s<>"“”]+/giu;
/** What ends a sentence around an address, and is no part of it. */
const trailing = /[.,;:!?'’)\]}…]+$/u;

interface Props {
  text: string;
  mentions: readonly string[];
}

/** A text with links to web addresses and mentioned people. Other sites get no credit for what people write here. */
function Linked({ text, mentions }: Props) {
  const parts: ReactNode[] = [];
  let at = 0;
  const plain = (end: number) =>
    end > at && parts.push(<WithMentions key={at} text={text.slice(at, end)} mentions={mentions} />);
  for (const { index, 0: found } of text.matchAll(address)) {
    const shown = found.replace(trailing, '');
    const href = /^www\./i.test(shown) ? `https://${shown}` : shown;
    if (!URL.canParse(href)) continue;
    plain(index);
    parts.push(
      <a key={index} href={href} rel="ugc nofollow noopener" target="_blank" className="link wrap-anywhere">
        {shown}
      </a>,
    );
    at = index + shown.length;
  }
  plain(text.length);
  return parts;
}

type Kind = (typeof lineMarks)[number][0] | 'text';

/** Lines of the same kind that follow each other, without what marks them. */
function blocksOf(text: string): { kind: Kind; lines: string[] }[] {
  const blocks: { kind: Kind; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const [kind, mark] = lineMarks.find(([, begins]) => begins.test(line)) ?? (['text', /^/] as const);
    const last = blocks.at(-1);
    const rest = line.replace(mark, '');
    if (last?.kind === kind) last.lines.push(rest);
    else blocks.push({ kind, lines: [rest] });
  }
  return blocks;
}

/** The text of a post: lines that begin with '-' or '1.' are lists, those with '>' quotations; addresses are links. */
export const PostText = ({ text, mentions }: Props) => (
  <div className="max-w-[66ch] space-y-3 wrap-anywhere" dir="auto">
    {blocksOf(text).map(({ kind, lines }, index) => {
      const linked = (line: string) => <Linked text={line} mentions={mentions} />;
      const key = `${kind}${index}`;
      if (kind === 'ul' || kind === 'ol') {
        const List = kind;
        return (
          <List key={key} className={`space-y-1 ps-6 ${kind === 'ul' ? 'list-disc' : 'list-decimal'}`}>
            {lines.map((line, item) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
              <li key={item}>{linked(line)}</li>
            ))}
          </List>
        );
      }
      const content = lines.join('\n').replace(/^\n+|\n+$/g, '');
      if (content === '') return null;
      return kind === 'quote' ? (
        <blockquote key={key} className="border-s-4 border-line ps-3 whitespace-pre-line text-muted">
          {linked(content)}
        </blockquote>
      ) : (
        <p key={key} className="whitespace-pre-line">
          {linked(content)}
        </p>
      );
    })}
  </div>
);

import { Parser } from 'htmlparser2';
import { isGutenberg } from '../excluded-pages.ts';
import { cleanLine } from '../lines.ts';
import { blockBuilder } from './block-builder.ts';
import type { FileText } from './blocks.ts';
import type { Styles } from './styles.ts';
import { refuseEntities } from './xml.ts';

/** Reads the text of an XHTML file as a stream of tags. */
export function readXhtml(markup: string, path: string, styles: Styles, isOwn = false): FileText {
  refuseEntities(markup);
  const builder = blockBuilder(path, styles, isOwn);
  const metas = new Map<string, string>();
  let title = '';
  let language: string | null = null;
  let isHead = false;
  let isTitle = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'head') isHead = true;
        else if (name === 'title') isTitle = isHead;
        else if (name === 'html') language ??= attributes.lang ?? attributes['xml:lang'] ?? null;
        else if (name === 'meta') metas.set(attributes.name?.toLowerCase() ?? '', attributes.content ?? '');
        builder.open(name, attributes);
      },
      onclosetag(name) {
        if (name === 'head') isHead = false;
        else if (name === 'title') isTitle = false;
        builder.close(name);
      },
      ontext(data) {
        if (isTitle) title += data;
        builder.text(data);
      },
    },
    { decodeEntities: true, recognizeSelfClosing: true, recognizeCDATA: true },
  );
  parser.end(markup);
  return { ...builder.done(), title: cleanLine(title), language, metas, isGutenberg: isGutenberg(markup) };
}

import { Schema } from 'prosemirror-model';

/**
 * The editor's document: what the text format can express, and nothing else (docs/product/chapter-text.md). Each block
 * is a line of the stored text; an empty paragraph is a blank line.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      group: 'block',
      content: 'text*',
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', { dir: 'auto' }, 0],
    },
    verse: {
      group: 'block',
      content: 'text*',
      parseDOM: [{ tag: 'p.verse', priority: 60, preserveWhitespace: 'full' }],
      toDOM: () => ['p', { dir: 'auto', class: 'verse' }, 0],
    },
    scene_break: {
      group: 'block',
      parseDOM: [{ tag: 'hr' }],
      toDOM: () => ['hr', { class: 'scene-break', 'aria-label': 'Scene break' }],
      leafText: () => '***',
    },
    text: {},
  },
  marks: {
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
  },
});

export const { paragraph, verse, scene_break: sceneBreakNode } = schema.nodes;
export const { em, strong } = schema.marks;

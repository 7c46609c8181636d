import { Plugin, PluginKey } from 'prosemirror-state';
import { DecorationSet, type EditorView } from 'prosemirror-view';

const key = new PluginKey<DecorationSet>('highlights');

/** Shows decorations that are set later, and moves them with the text. */
export const highlightPlugin = (): Plugin<DecorationSet> =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, set) {
        const changed: DecorationSet | undefined = tr.getMeta(key);
        return changed ?? set.map(tr.mapping, tr.doc);
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });

export const showHighlights = (view: EditorView, set: DecorationSet): void =>
  view.dispatch(view.state.tr.setMeta(key, set));

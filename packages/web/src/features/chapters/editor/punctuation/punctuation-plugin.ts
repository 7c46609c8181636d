import { closeHistory, undo } from 'prosemirror-history';
import { type Command, type EditorState, Plugin, PluginKey, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { punctuationOf } from './languages.ts';
import { type Replacement, replacementFor, replacementInWord } from './typed-punctuation.ts';

/** Whether the last change was a replacement, which Backspace takes back. */
const key = new PluginKey<boolean>('punctuation');

/** Enough of a paragraph to find the quotation that is open. */
const maxLookBack = 5000;

/** The paragraph's text before the caret; null if something is selected. */
function textBefore({ selection }: EditorState): string | null {
  if (!(selection instanceof TextSelection) || selection.$cursor === null) return null;
  const { parent, parentOffset } = selection.$cursor;
  return parent.textBetween(Math.max(0, parentOffset - maxLookBack), parentOffset);
}

/** Replaces what is before the caret, as a step of its own in the history. */
function replace(view: EditorView, { length, text }: Replacement): void {
  const { tr, selection } = view.state;
  tr.insertText(text, selection.from - length, selection.from);
  view.dispatch(closeHistory(tr).setMeta(key, true));
  // What is done next is undone by itself.
  view.dispatch(closeHistory(view.state.tr));
}

/** Takes back a replacement that has just been made, and nothing else. */
export const undoReplacement: Command = (state, dispatch, view) =>
  key.getState(state) === true && undo(state, dispatch, view);

/** Sets the quotation marks, apostrophes, dashes and ellipses of the language while they are typed. */
export function punctuationPlugin(language: string, isOn: () => boolean): Plugin<boolean> {
  const punctuation = punctuationOf(language);
  const check = (view: EditorView, typed: string): void => {
    const text = textBefore(view.state);
    if (punctuation === null || text === null || !text.endsWith(typed) || !isOn()) return;
    const replacement =
      replacementFor(text, punctuation) ?? (typed.length > 1 ? replacementInWord(typed) : null);
    if (replacement !== null) replace(view, replacement);
  };
  return new Plugin<boolean>({
    key,
    state: {
      init: () => false,
      apply: (tr, isLast) => tr.getMeta(key) === true || (isLast && !tr.docChanged && !tr.selectionSet),
    },
    props: {
      handleTextInput(view, _from, _to, typed, insert) {
        if (punctuation === null || view.composing || !isOn()) return false;
        view.dispatch(insert());
        check(view, typed);
        return true;
      },
      handleDOMEvents: {
        compositionend(view, { data }) {
          // Once ProseMirror has read the composed text.
          if (data !== '') setTimeout(() => view.isDestroyed || view.composing || check(view, data), 50);
          return false;
        },
      },
    },
  });
}

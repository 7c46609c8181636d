/** A field of a Word document, such as a table of contents, which has an instruction and then a result. */
interface Field {
  instruction: string;
  isResult: boolean;
}

/** Follows the fields of a document, which may contain each other. */
export function followFields() {
  const fields: Field[] = [];
  return {
    /** `type` is that of a `fldChar`. Returns the instruction at the start of a result, else null. */
    mark(type: string | undefined): string | null {
      const last = fields.at(-1);
      if (type === 'begin') fields.push({ instruction: '', isResult: false });
      else if (type === 'end') fields.pop();
      else if (type === 'separate' && last) {
        last.isResult = true;
        return last.instruction;
      }
      return null;
    },
    addInstruction(text: string): void {
      const last = fields.at(-1);
      if (last && last.instruction.length < 1000) last.instruction += text;
    },
    /** Whether this text is the result of a table of contents or an index. */
    isContents: (): boolean =>
      fields.some(({ instruction, isResult }) => isResult && isContentsField(instruction)),
  };
}

export const isContentsField = (instruction: string): boolean => /^\s*(?:TOC|INDEX|TOA)\b/i.test(instruction);

export const isLinkField = (instruction: string): boolean =>
  /^\s*HYPERLINK\s+"?(?:https?|ftp|mailto):/i.test(instruction);

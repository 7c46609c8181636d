import { type ListProblem, type ParsedList, parseList } from './parse-list.ts';

/** `parseList` in a thread. */
export const parseListTask = ({ text }: { text: string }): ParsedList | ListProblem => parseList(text);

export { measureText } from './feedback-notes.ts';

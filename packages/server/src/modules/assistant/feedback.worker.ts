export { measureText } from './feedback.ts';

/** The text of a script and of what it imports, for the page itself (packages/web/inline-script.ts). */
declare module '*?script' {
  const text: string;
  export default text;
}

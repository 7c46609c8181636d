/** The style sheet of an EPUB: small, so that reading apps and readers keep their own settings. */
export const styleSheet = `h1 { margin: 2em 0 1.5em; text-align: center; line-height: 1.2; }
p { margin: 0; text-indent: 1.25em; }
h1 + p, hr + p, aside + p, div + p { text-indent: 0; }
hr { width: 5em; margin: 1.5em auto; border: 0; text-align: center; }
hr::before { content: "* * *"; }
.verse { margin: 1em 0; }
.verse p { text-indent: -1.5em; padding-inline-start: 1.5em; white-space: pre-wrap; text-align: start; }
.note, .end-note { margin: 0 0 2em; padding: 0.75em 1em; border: 1px solid; }
.end-note { margin: 2em 0 0; }
.note p, .end-note p { text-indent: 0; margin: 0.5em 0; }
.note .label, .end-note .label { font-weight: bold; }
.author { text-align: center; text-indent: 0; margin-bottom: 2em; }
.description p { text-indent: 0; margin: 0.5em 0; }
.cover { margin: 0; text-align: center; }
.cover img { max-width: 100%; max-height: 100vh; }
`;

/** The style of the API documentation, with the colours of the app's themes; the system setting selects the theme. */
export const apiDocsStyle = `
:root{color-scheme:light dark;--surface:light-dark(oklch(98.2% .008 85),oklch(20% .012 65));
--raised:light-dark(oklch(99.6% .004 85),oklch(24.5% .014 65));--sunken:light-dark(oklch(95.2% .014 82),oklch(16.5% .012 65));
--text:light-dark(oklch(25% .018 60),oklch(92.5% .012 85));--muted:light-dark(oklch(46% .02 65),oklch(74% .016 80));
--line:light-dark(oklch(88% .016 80),oklch(32% .014 70));--accent-text:light-dark(oklch(46% .15 32),oklch(76% .12 40));
--success:light-dark(oklch(45% .11 150),oklch(76% .12 150));--danger-text:light-dark(oklch(43% .17 27),oklch(84% .09 25));
--focus:light-dark(oklch(45% .16 255),oklch(78% .11 250))}
*{margin:0;box-sizing:border-box}
html{scroll-padding-top:1rem}
body{padding:2rem max(1rem,calc((100% - 70rem)/2)) 4rem;background:var(--surface);color:var(--text);
font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
code{font:.9em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
h1{font:500 2.25rem/1.2 Georgia,serif}
h2{margin:2.5rem 0 .75rem;font:500 1.5rem/1.25 Georgia,serif}
section:first-child h2{margin-top:0}
h4{margin:1.25rem 0 .5rem;font-size:.875rem;font-weight:600}
header p{margin-top:.5rem;color:var(--muted)}
a{color:var(--accent-text);text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:2px}
main:focus{outline:none}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;padding:.5rem 1rem;background:var(--raised)}
.columns{margin-top:2rem}
nav ul{display:flex;flex-wrap:wrap;gap:.5rem;padding:0;list-style:none}
nav a{display:block;padding:.5rem .75rem;min-height:2.75rem;border:1px solid var(--line);border-radius:.5rem;
background:var(--raised);color:var(--text);text-decoration:none}
nav a:hover{border-color:var(--accent-text)}
nav small{color:var(--muted)}
main{margin-top:2rem}
.call{margin-top:.5rem;border:1px solid var(--line);border-radius:.5rem;background:var(--raised)}
summary{display:grid;grid-template-columns:4.5rem minmax(0,1fr) auto;gap:.125rem .75rem;align-items:baseline;
padding:.75rem 1rem;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary:hover .path{text-decoration:underline;text-underline-offset:.2em}
.method{font-size:.8125rem;font-weight:700;color:var(--muted)}
.method::before{content:"\\25b8 " / ""}
[open]>summary .method::before{content:"\\25be " / ""}
.get{color:var(--success)}
.delete{color:var(--danger-text)}
.post,.put,.patch{color:var(--accent-text)}
.path{font-weight:600}
.entity .path{grid-column:1/-1}
.access{padding:0 .5rem;border:1px solid var(--line);border-radius:1rem;font-size:.8125rem;color:var(--muted)}
.summary{grid-column:2/-1;color:var(--muted)}
.about{padding:1rem;border-top:1px solid var(--line);scroll-margin-top:6rem}
.fields{padding:0;list-style:none}
.fields .fields{margin:.25rem 0 .25rem .25rem;padding-left:.875rem;border-left:2px solid var(--line)}
.fields li{padding:.1875rem 0}
.fields code{font-weight:600}
.type{color:var(--accent-text)}
.mark,.note{color:var(--muted);font-size:.875rem}
.mark::before{content:"("}
.mark::after{content:")"}
.note::before{content:"· "}
table{margin-top:1rem;border-collapse:collapse}
th,td{padding:.25rem 1.5rem .25rem 0;border-bottom:1px solid var(--line);text-align:left}
@media (min-width:60rem){
.columns{display:grid;grid-template-columns:12rem minmax(0,1fr);gap:2.5rem}
nav{position:sticky;top:1rem;align-self:start;max-height:calc(100dvh - 2rem);overflow:auto}
nav ul{flex-direction:column;gap:.125rem}
nav a{min-height:0;padding:.375rem .75rem;border-color:transparent;background:none}
main{margin-top:0}
}
@media (prefers-contrast:more){:root{--muted:var(--text);--line:var(--text)}}
@media print{.call:not([open]){break-inside:avoid}nav{display:none}}`;

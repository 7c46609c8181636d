/**
 * Runs before the first paint: sets the chosen theme, whether somebody is signed in, and whether the landing page will
 * say what to sign in for, so that nothing flashes up or moves. Kept as text, since it stands in the page itself.
 * Before any script uses zod it is told not to try `eval`, which the page's policy would report.
 */
export const beforePaint = `globalThis.__zod_globalConfig={jitless:true};(function(){var d=document.documentElement;try{
var t=localStorage.getItem('theme');if(t==='paper'||t==='ink')d.dataset.theme=t;
if(localStorage.getItem('token')){d.dataset.session='in';if(location.pathname==='/')location.replace('/home')}
else if(location.pathname==='/'&&/[?&]open=/.test(location.search))d.dataset.opening=''
}catch(e){}})()`;

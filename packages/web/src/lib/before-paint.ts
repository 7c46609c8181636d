/**
 * Runs before the first paint: sets the chosen theme, and whether somebody is signed in, so that neither the
 * wrong colours nor the visitor's view flash up. Kept as text, since it stands in the page itself.
 */
export const beforePaint = `(function(){var d=document.documentElement;try{
var t=localStorage.getItem('theme');if(t==='paper'||t==='ink')d.dataset.theme=t;
if(localStorage.getItem('token')){d.dataset.session='in';if(location.pathname==='/')location.replace('/home')}
}catch(e){}})()`;

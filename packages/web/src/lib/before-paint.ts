import { paths } from './paths.ts';

/**
 * Runs before the first paint: sets the theme, on the reading screen the reading theme and its font on its way, whether there is a session,
 * whether stories are listed in rows, whether the reminder to verify the address will show, and whether the landing page
 * will show a sign-in notice, so that nothing flashes or shifts. A page that was written for another session is never shown, and none of its scripts run: it
 * is loaded again without one. Until React has taken a written page over, what was pressed or chosen last waits, nothing is sent, and
 * what fields were filled with is kept for it: then the fields say so again, past React's note of what they had. A string, because it
 * is inlined into the page.
 * It hides an announcement that was dismissed on this device, and dismisses one.
 * It also turns off zod's use of `eval`, which the content security policy would report.
 */
export const beforePaint = `globalThis.__zod_globalConfig={jitless:true};(function(){var d=document.documentElement;try{
var w=d.dataset.written;if(w&&w+' '+localStorage.getItem('token')!==localStorage.getItem('page-key')){d.hidden=true;stop();
navigator.serviceWorker.getRegistration().then(function(r){return r&&r.navigationPreload.disable()}).finally(function(){location.reload()});return}
if(w){var p,v,m=new Map(),u=function(e){var t=e.target;if(t.closest('a[href],summary,[data-site-search]'))return;
if(/input$/.test(e.type)&&/^(input|textarea)$/.test(t.localName)){if(e.type==='input')m.set(t,t.value)}else if(e.type==='input')return;
else if(t.localName==='select'){if(e.type==='change'){e.stopPropagation();p=t;v=t.value}}else if(e.type==='change')return;
else if(e.type!=='click')e.preventDefault();else if(t=t.closest('button,label,input,[role=tab]')){e.preventDefault();e.stopPropagation();p=t}},k=['click','submit','beforeinput','input','change'];
k.forEach(function(n){addEventListener(n,u,true)});
window.takeOver=function(f){delete window.takeOver;k.forEach(function(n){removeEventListener(n,u,true)});
m.forEach(function(v,t){if(!t.isConnected)t=f(t);if(!t)return;t.value=v+' ';Object.getOwnPropertyDescriptor(Object.getPrototypeOf(t),'value').set.call(t,v);
t.dispatchEvent(new Event('input',{bubbles:true}))});if(p&&!p.isConnected)p=f(p);
if(p&&p.localName==='select'){p.value=v;p.dispatchEvent(new Event('change',{bubbles:true}))}else if(p)p.click()}}
addEventListener('click',function(e){var b=e.target.closest('[data-dismiss]');if(!b)return;d.dataset.dismissed=b=b.dataset.dismiss;
document.getElementById('main')?.focus({preventScroll:true});localStorage.setItem('announcement',b)},true);
if(localStorage.getItem('announcement'))d.dataset.dismissed=localStorage.getItem('announcement');
var t=localStorage.getItem('theme');if(t==='paper'||t==='ink')d.dataset.theme=t;
if(/"list"/.test(localStorage.getItem('story-list-view')))d.dataset.rows='';
if(localStorage.getItem('token')){d.dataset.session='in';if(localStorage.getItem('unverified'))d.dataset.unverified=sessionStorage.getItem('verify-notice-put-away')?'put-away':'';if(location.pathname==='/')location.replace('${paths.home}');
if(/^\\/reading\\//.test(location.pathname)){var r={};try{r=JSON.parse(localStorage.getItem('reading-settings'))||r}catch(e){}
if(!r.face||r.face==='serif')document.fonts.load('1em "Literata Variable"');
d.dataset.readingTheme=/^(sepia|light|system|dusk|moss)$/.test(r.theme)?r.theme:'dark'}}
else if(location.pathname==='/'&&/[?&]open=/.test(location.search))d.dataset.opening=''
}catch(e){}
var c=document.createElement('meta');c.name='theme-color';c.content=getComputedStyle(d).backgroundColor;document.head.append(c)})()`;

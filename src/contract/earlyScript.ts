import { UNSAVED_INPUT_KEY } from './browser.ts';

/**
 * Runs in every prerendered page before the app has loaded; the content security policy lists its hash. A form that
 * is submitted that early, or a button that is pressed, is left to the app (src/app/document/earlyInput.ts): a press
 * until React listens, which hydrates what is pressed at once; a submission until all is hydrated, since React does not
 * do so for it. Step 1 of the sign-up is hidden from a visitor who continues another one: by the token in the address,
 * or by the one that this tab has stored. Providers of single sign-on that the page was built with, but that the server
 * does not offer, are hidden (src/screens/SsoButtons.css).
 */
export const earlyScript = [
  'const page=document.documentElement;',
  'addEventListener("submit",event=>{if("hydrated" in page.dataset)return;event.preventDefault();window.earlySubmit=event.target});',
  'addEventListener("click",({target})=>{if(!("listening" in page.dataset))window.earlyPress=target.closest("button[type=button]")});',
  'try{',
  'const settings=document.getElementById("settings");',
  'if(settings)page.dataset.sso=JSON.parse(settings.textContent).ssoProviders.join(" ");',
  'const isSignUp=/\\/signup\\/?$/.test(location.pathname);',
  // The first look into the storage waits for another process, so only where it matters.
  `const token=isSignUp&&(/[?&]token=./.test(location.search)||JSON.parse(sessionStorage.getItem("${UNSAVED_INPUT_KEY}")||"{}").token);`,
  'if(token)page.dataset.resumed="";',
  '}catch{}',
].join('');

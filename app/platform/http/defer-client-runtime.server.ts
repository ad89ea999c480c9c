/**
 * Rewrites a rendered document so that the client runtime starts once the page is usable (DESIGN section 9): the module
 * script becomes inert text, and a few lines start it after `load`, not at all on a line that asks to save data or on 2G.
 * The framework's preload hints go, because they would compete with the page itself. `dataScripts` come after it.
 */
export function deferClientRuntime(html: string, nonce: string, dataScripts: string): string {
  const starter =
    `addEventListener("load",()=>{const c=navigator.connection;` +
    `if(c&&(c.saveData||/2g/.test(c.effectiveType)))return;` +
    `const s=document.createElement("script");s.type="module";s.nonce=${JSON.stringify(nonce)};` +
    `s.textContent=document.getElementById("client-runtime").textContent;document.body.append(s)})`;
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replace(
      /<script([^>]*) type="module"([^>]*)>([\s\S]*?)<\/script>/,
      (_all, _before, _after, code: string) =>
        `<script type="text/plain" id="client-runtime">${code}</script><script nonce="${nonce}">${starter}</script>${dataScripts}`,
    );
}

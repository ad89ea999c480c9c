/** Makes the client runtime of a document start after `load`, and not at all with Save-Data or on 2G. Removes the
 * framework's preload hints, which would compete with the page; adds `dataScripts`. */
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

const HINT = /<link rel="modulepreload"[^>]* href="([^"]*)"[^>]*>/g;

/** Makes the client runtime start after `load`, and not at all with Save-Data or on 2G. All files hinted by the framework
 * are then asked for at once; the entry is only fetched, since it begins the hydration. */
export function deferClientRuntime(html: string, nonce: string, scripts: string): string {
  const files = [...html.matchAll(HINT)].map(([, href]) => href!);
  const starter =
    `addEventListener("load",()=>{const c=navigator.connection;` +
    `if(c&&(c.saveData||/2g/.test(c.effectiveType)))return;` +
    `const s=document.createElement("script");s.type="module";s.nonce=${JSON.stringify(nonce)};` +
    `s.textContent=document.getElementById("client-runtime").textContent;` +
    `Promise.allSettled(${JSON.stringify(files)}.map((f)=>/entry/.test(f)?fetch(f):import(f)))` +
    `.then(()=>setTimeout(()=>document.body.append(s)))})`;
  return html
    .replaceAll(HINT, "")
    .replace(
      /<script([^>]*) type="module"([^>]*)>([\s\S]*?)<\/script>/,
      (_all, _before, _after, code: string) =>
        `<script type="text/plain" id="client-runtime">${code}</script><script nonce="${nonce}">${starter}</script>${scripts}`,
    );
}

/** Text for a string in a script, without the quotes. */
export function scriptText(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(
      /[&><\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

export function dataScripts(data: string, nonce: string): string {
  const controller = "window.__reactRouterContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue("${scriptText(data)}");${controller}.close();</script>`;
}

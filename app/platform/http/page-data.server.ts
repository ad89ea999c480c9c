/** The loaders' data in the page, written as the router's own renderer does. */

/** Text for a string in a script, without the quotes. */
export function scriptText(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(
      /[&><\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

/** Scripts with the loaders' data, to go before `</body>`. */
export function dataScripts(data: string, nonce: string): string {
  const controller = "window.__reactRouterContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue("${scriptText(data)}");${controller}.close();</script>`;
}

/** The loaders' data in the page, written as the router's own renderer does. */

const ESCAPES: Record<string, string> = {
  "&": "\\u0026",
  ">": "\\u003e",
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Complete from the start: no loader returns a promise. */
export async function readData(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** Text for a string in a script, without the quotes. */
export function scriptText(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[&><\u2028\u2029]/g, (character) => ESCAPES[character]!);
}

/** Scripts with the loaders' data, to go before `</body>`. */
export function dataScripts(data: string, nonce: string): string {
  const controller = "window.__reactRouterContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue("${scriptText(data)}");${controller}.close();</script>`;
}

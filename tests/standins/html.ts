export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en-GB"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem }
td, th { padding: .4rem 1.2rem .4rem 0; text-align: left; vertical-align: top }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
button { font: inherit; padding: .5rem 1.2rem }
</style>
<h1>${escapeHtml(title)}</h1>${body}</html>`;
}

import { Scripts } from "react-router";

/** Takes the framework's scripts out of their holder: its data at once, files and modules after the page's load, and
 * those never on 2G or with Save-Data. `<noscript>` is text for a browser that runs scripts; for another,
 * `<template>` loads nothing. */
const START = import.meta.env.SSR
  ? `{
const parse = (html) => document.createRange().createContextualFragment(html);
const scripts = parse(parse(document.getElementById("scripts").textContent).firstChild.innerHTML);
const late = [...scripts.querySelectorAll("link, [type=module]")];
for (const part of late) part.remove();
document.body.append(scripts);
const line = navigator.connection;
if (!line?.saveData && !/2g/.test(line?.effectiveType)) addEventListener("load", () => document.body.append(...late));
}`
  : "";

/** After a reload, Back leads to another address in this document when the router had shown the page before. Until
 * React has started, nobody draws that page. */
const LOAD_ON_BACK = import.meta.env.SSR
  ? `{
const shown = location.pathname + location.search;
onpopstate = () => location.pathname + location.search === shown || location.reload();
}`
  : "";

type Nonce = { nonce: string | undefined };

/** A browser runs what the server sent: its own files do not contain these lines. */
function InlineScript({ nonce, code }: Nonce & { code: string }) {
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />;
}

/** Before the stylesheet, for which scripts wait. */
export function LoadOnBack({ nonce }: Nonce) {
  return <InlineScript nonce={nonce} code={LOAD_ON_BACK} />;
}

export function LateScripts({ nonce }: Nonce) {
  return (
    <>
      <noscript id="scripts">
        <template>
          <Scripts nonce={nonce} />
        </template>
      </noscript>
      <InlineScript nonce={nonce} code={START} />
    </>
  );
}

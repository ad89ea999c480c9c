import { renderToStaticMarkup } from "react-dom/server";
import { demoInput } from "#app/features/mail/texts/demo.ts";
import { ORIGINALS } from "#app/features/mail/texts/originals.ts";
import type { EditableTopic } from "#app/features/outbox/mail-topics.ts";
import type { MailSite } from "#app/features/mail/mail-input.server.ts";
import { renderMail } from "#app/features/mail/templates/render-mail.tsx";
import { createMemoryRouter, RouterProvider } from "react-router";
import Gallery, { families, slugOf } from "#app/routes/system/gallery.tsx";

/** Loaded by Vite, which knows how to read the examples. */

/** The addresses of the examples that have a page by themselves. */
export const addresses = families.flatMap(({ examples }) =>
  examples.flatMap(({ name, place, states }) =>
    place ? Object.keys(states).map((state) => `/gallery/${slugOf(name, state)}`) : [],
  ),
);

/** The body of a page of the gallery. */
export function drawBody(address: string): string {
  const routes = [{ path: "/gallery/:example?", element: <Gallery /> }];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

/** Every mail with made-up details: by topic, whole documents. */
export function drawMails(site: MailSite): Map<string, string> {
  const topics = Object.keys(ORIGINALS) as EditableTopic[];
  return new Map(topics.map((topic) => [topic, renderMail(demoInput(topic, site)).html]));
}

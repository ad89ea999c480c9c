import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import type { Examples, ShownComponent } from "#app/ui/example.ts";

const families = Object.entries(
  import.meta.glob<Examples>("/app/**/*.examples.tsx", { eager: true, import: "default" }),
);
const shared = import.meta.glob<Record<string, unknown>>(
  ["/app/ui/*.tsx", "/app/forms/*.tsx", "!/app/**/*.{examples,test}.tsx"],
  { eager: true },
);

test("every component of app/ui and app/forms has an example", () => {
  const shown = new Set(families.flatMap(([, { examples }]) => examples.flatMap((example) => example.of)));
  const missing = Object.entries(shared).flatMap(([file, module]) =>
    Object.entries(module)
      .filter(([name, value]) => /^[A-Z][a-z]/.test(name) && !shown.has(value as ShownComponent))
      .map(([name]) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

for (const [file, { examples }] of families) {
  test(`each example of ${file} can be drawn`, () => {
    for (const { name, states } of examples) {
      for (const [state, shown] of Object.entries(states)) {
        const router = createMemoryRouter([{ path: "*", element: shown }]);
        const draw = () => renderToStaticMarkup(<RouterProvider router={router} />);
        expect(draw, `${name}: ${state}`).not.toThrow();
      }
    }
  });
}

test("no two examples have the same address", () => {
  const addresses = families.flatMap(([, { examples }]) =>
    examples.flatMap(({ name, states }) => Object.keys(states).map((state) => `${name} ${state}`)),
  );
  expect(addresses).toEqual([...new Set(addresses)]);
});

test.each(["production", "test", "development"])(
  "in %s, the gallery has an address in development alone",
  async (mode) => {
    vi.stubEnv("NODE_ENV", mode);
    // The query makes it a module of its own, read anew.
    const { default: routes } = (await import(/* @vite-ignore */ `/app/routes.ts?${mode}`)) as {
      default: unknown;
    };
    vi.unstubAllEnvs();
    expect(JSON.stringify(routes).includes("gallery")).toBe(mode === "development");
  },
);

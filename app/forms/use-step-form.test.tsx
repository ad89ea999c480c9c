import { renderToStaticMarkup } from "react-dom/server";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { z } from "zod";
import { Checkbox, CheckboxGroup } from "./choice-fields.tsx";
import { TextField } from "./text-fields.tsx";
import { fieldOf, useStepForm } from "./use-step-form.ts";

type Person = z.ZodObject<{ name: z.ZodString; isTold: z.ZodBoolean; pets: z.ZodArray<z.ZodString> }>;
type Mark = { intent: "hold"; reason: string } | { intent: "lift"; restrictionId: string };

function PersonForm(props: { reply?: unknown }) {
  const form = useStepForm<Person>({ id: "person", saved: { name: "Ann", pets: ["Rex"] }, ...props });
  const mark = useStepForm<Mark>({ id: "mark" });
  return (
    <>
      <TextField field={fieldOf(form, "name")} label="Name" />
      <Checkbox field={fieldOf(form, "isTold")} label="Tell them" />
      <CheckboxGroup field={fieldOf(form, "pets")} label="Pets" options={[{ value: "Rex" }]} />
      <TextField field={fieldOf(mark, "reason")} label="Reason" />
    </>
  );
}

/** The page's markup after its action gave `actionData`. */
function draw(element: ReactNode, actionData?: unknown): string {
  const hydrationData = { loaderData: {}, actionData: { page: actionData } };
  const router = createMemoryRouter([{ id: "page", path: "*", element }], { hydrationData });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

const REPLY = { summary: "Please check.", error: { name: ["Too short."] }, initialValue: { name: "A" } };

test("a field has its name, value and messages from the form", () => {
  expect(draw(<PersonForm />)).toContain('id="person-name" name="name" value="Ann"');
  const refused = draw(<PersonForm reply={REPLY} />);
  expect(refused).toContain('id="person-name-error">Too short.');
  expect(refused).toContain('value="A"');
});

test("a form shows what its page's action answered, unless it is told another answer or that there is none", () => {
  expect(draw(<PersonForm />, REPLY)).toContain("Too short.");
  expect(draw(<PersonForm reply={undefined} />, REPLY)).not.toContain("Too short.");
});

/** Checked by the type check alone. */
export function MistakesOfOurs() {
  const form = useStepForm<Person>({ id: "person" });
  return (
    <>
      {/* @ts-expect-error the schema has no such name */}
      <TextField field={fieldOf(form, "nane")} label="Name" />
      {/* @ts-expect-error a yes or no is no text */}
      <TextField field={fieldOf(form, "isTold")} label="Tell them" />
      {/* @ts-expect-error a text is no list */}
      <CheckboxGroup field={fieldOf(form, "name")} label="Pets" options={[]} />
    </>
  );
}

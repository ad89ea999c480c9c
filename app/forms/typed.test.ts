import { expect, test } from "vitest";
import { SECRETS, typedIn } from "./typed.ts";

test("what a form holds has no passwords, codes or files", () => {
  const form = new FormData();
  form.append("name", "Ann");
  form.append("pets", "Rex");
  form.append("pets", "Tom");
  form.append("password", "secret");
  form.append("confirmPassword", "secret");
  form.append("code", "123456");
  form.append("logo", new Blob(["<svg/>"]), "logo.svg");
  form.append("token", "abc");
  expect(typedIn(form, [...SECRETS, "token"])).toEqual({ name: "Ann", pets: ["Rex", "Tom"] });
});

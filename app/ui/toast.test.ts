import { beforeEach, expect, test, vi } from "vitest";
import { removeToastOfOtherPage, showToast, shownToast } from "./toast.ts";

beforeEach(() => {
  vi.stubGlobal("window", { location: { pathname: "/assessments" } });
  showToast({ title: "Validation Error" });
  return () => vi.unstubAllGlobals();
});

test("a toast stays on the page that it is about", () => {
  removeToastOfOtherPage("/assessments");
  expect(shownToast()?.toast.title).toBe("Validation Error");
});

test("a toast goes with its page, also when somebody went back and on again before the page was drawn", () => {
  removeToastOfOtherPage("/");
  expect(shownToast()).toBeNull();
});

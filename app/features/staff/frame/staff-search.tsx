import { useEffect, useRef } from "react";
import { Form, useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { SEARCH_LIMIT } from "#app/features/staff/dashboard/dashboard-view.ts";

const TYPED_IN = "input, select, textarea, [contenteditable]";

/** The search in the header of every staff page. The key `/` moves the focus there. */
export function StaffSearch() {
  const field = useRef<HTMLInputElement>(null);
  const { pathname, search } = useLocation();
  const sought = pathname === "/admin/search" ? (new URLSearchParams(search).get("search") ?? "") : "";
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isChord = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key !== "/" || isChord || (event.target as Element).closest(TYPED_IN)) return;
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      field.current!.focus();
      field.current!.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <Form
      method="get"
      action="/admin/search"
      role="search"
      aria-label="Everywhere"
      className="staff-search no-print"
    >
      <input
        key={sought}
        ref={field}
        className="input"
        type="search"
        name="search"
        aria-label="Find a booking or an assessor"
        aria-keyshortcuts="/"
        placeholder="Find anything"
        maxLength={SEARCH_LIMIT}
        defaultValue={sought}
      />
      <Button look="quiet" isSmall>
        Find
      </Button>
    </Form>
  );
}

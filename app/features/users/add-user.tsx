import { useState } from "react";
import { Form, useFetcher } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { UserForm, type RoleChoice } from "./user-form.tsx";

const FETCHER_KEY = "add-user";

/** A dialog with JavaScript, a link to a page without. */
export function AddUser({ roles }: { roles: RoleChoice[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const fetcher = useFetcher({ key: FETCHER_KEY });
  return (
    <>
      <Form
        action="/admin/users/new"
        onSubmit={(event) => {
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        <Button>Add User</Button>
      </Form>
      {isOpen ? (
        <Dialog heading="Create New Admin User" isOpen closeLabel="Cancel" onClose={() => setIsOpen(false)}>
          <UserForm roles={roles} reply={fetcher.data} fetcherKey={FETCHER_KEY} />
        </Dialog>
      ) : null}
    </>
  );
}

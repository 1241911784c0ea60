import { useState } from "react";
import { logOut } from "#app/features/user/user.queries.ts";
import { countDrafts } from "#app/shared/form-draft.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog, DialogActions } from "#app/ui/dialog.tsx";

/** Logging out forgets the drafts of this tab too, so it asks where there are any. */
export function useLogOut() {
  const [isAsking, setAsking] = useState(false);
  const dialog = (
    <Dialog isOpen={isAsking} title="Log out without saving?" onClose={() => setAsking(false)}>
      <p className="muted">A form in this tab has changes that are not saved. They would be lost.</p>
      <DialogActions>
        <Button kind="line" size="office" label="Stay" onClick={() => setAsking(false)} />
        <Button kind="ink" size="office" label="Log out" onClick={logOut} />
      </DialogActions>
    </Dialog>
  );
  return { ask: () => (countDrafts() > 0 ? setAsking(true) : void logOut()), dialog };
}

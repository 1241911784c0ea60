import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useDeletion } from "#app/ui/admin/dialog/confirm-delete.tsx";
import { AdminList } from "#app/ui/admin/list/admin-list.tsx";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { focusHeading } from "#app/ui/admin/screen/screen.tsx";
import type { Administrator, Invitation } from "./administrator.contract.ts";
import {
  administratorList,
  fullAddress,
  invitationList,
  makeResetLink,
  removeAdministrator,
  withdrawInvitation,
} from "./administrator.queries.ts";
import { AdministratorRow } from "./administrator-row.tsx";
import { InvitationPane } from "./invitation-pane.tsx";
import { RemovePersonDialog } from "./remove-person-dialog.tsx";
import { ResetLinkDialog } from "./reset-link-dialog.tsx";

const administratorId = ({ id }: Administrator) => `person:${id}`;
const invitationId = ({ id }: Invitation) => `invitation:${id}`;

export default function AdministratorListPage() {
  const administrators = useQuery(administratorList());
  const invitations = useQuery(invitationList());
  const client = useQueryClient();
  const { ask, isGone } = useDeletion();
  const [resetting, setResetting] = useState<Administrator>();
  const [removing, setRemoving] = useState<Administrator>();
  const reload = () => client.invalidateQueries({ queryKey: ["user"] }, { throwOnError: true });
  const onRemoved = ({ id, fullName }: Administrator) => {
    setRemoving((now) => (now?.id === id ? undefined : now));
    focusHeading();
    showSuccess(`${fullName} can no longer log in.`);
    // Their leads are somebody else's now.
    void client.invalidateQueries({ queryKey: ["quote"] });
    void reload().catch(() => undefined);
  };
  const askWithdraw = (invitation: Invitation) =>
    ask({
      id: invitationId(invitation),
      name: `The invitation for ${invitation.fullName}`,
      count: 1,
      done: "The invitation no longer works.",
      remove: () => withdrawInvitation(invitation.id),
      reload,
    });
  const shown = administrators.data;
  const waiting = invitations.data?.filter((invitation) => !isGone(invitationId(invitation)));
  return (
    <>
      <AdminList
        heading="People"
        subline="Everyone who can log in here."
        empty={{ text: "Nobody." }}
        add={{ to: "/account/invite", label: "Invite" }}
        entries={shown}
        error={administrators.error}
        onRetry={administrators.refetch}
        layout="rows"
        keyOf={administratorId}
        foot={
          <InvitationPane
            invitations={waiting}
            error={invitations.error}
            onRetry={invitations.refetch}
            onWithdraw={askWithdraw}
          />
        }
      >
        {(administrator) => (
          <AdministratorRow
            administrator={administrator}
            onReset={administrator.isYou ? undefined : () => setResetting(administrator)}
            onRemove={shown?.length === 1 ? undefined : () => setRemoving(administrator)}
          />
        )}
      </AdminList>
      <ResetLinkDialog
        key={resetting?.id}
        administrator={resetting}
        make={async (id, dropsSecondFactor) => {
          const { path, mailedTo } = await makeResetLink(id, dropsSecondFactor);
          return { address: fullAddress(path), mailedTo };
        }}
        onClose={() => setResetting(undefined)}
      />
      <RemovePersonDialog
        person={removing}
        others={shown?.filter(({ id }) => id !== removing?.id) ?? []}
        remove={({ id }, leadsTo) => removeAdministrator(id, leadsTo)}
        onRemoved={onRemoved}
        onClose={() => setRemoving(undefined)}
      />
    </>
  );
}

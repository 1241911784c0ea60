import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AdminList } from "#app/ui/admin/admin-list.tsx";
import { useDeletion } from "#app/ui/admin/confirm-delete.tsx";
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
import { ResetLinkDialog } from "./reset-link-dialog.tsx";

const administratorId = ({ id }: Administrator) => `person:${id}`;
const invitationId = ({ id }: Invitation) => `invitation:${id}`;

export default function AdministratorListPage() {
  const administrators = useQuery(administratorList());
  const invitations = useQuery(invitationList());
  const client = useQueryClient();
  const { ask, isGone } = useDeletion();
  const [resetting, setResetting] = useState<Administrator>();
  const reload = () => client.invalidateQueries({ queryKey: ["user"] }, { throwOnError: true });
  const askRemove = (administrator: Administrator) =>
    ask({
      id: administratorId(administrator),
      name: administrator.fullName,
      also: administrator.isYou ? "your own way in" : "every session of theirs",
      done: `${administrator.fullName} can no longer log in.`,
      remove: () => removeAdministrator(administrator.id),
      reload,
    });
  const askWithdraw = (invitation: Invitation) =>
    ask({
      id: invitationId(invitation),
      name: `The invitation for ${invitation.fullName}`,
      count: 1,
      done: "The invitation no longer works.",
      remove: () => withdrawInvitation(invitation.id),
      reload,
    });
  const shown = administrators.data?.filter((administrator) => !isGone(administratorId(administrator)));
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
            onRemove={shown?.length === 1 ? undefined : () => askRemove(administrator)}
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
    </>
  );
}

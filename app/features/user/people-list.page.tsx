import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AdminList } from "#app/ui/admin/admin-list.tsx";
import { useDeletion } from "#app/ui/admin/confirm-delete.tsx";
import { InvitationPane } from "./invitation-pane.tsx";
import type { Invitation, Person } from "./people.contract.ts";
import {
  fullAddress,
  invitationList,
  makeResetLink,
  peopleList,
  removePerson,
  withdrawInvitation,
} from "./people.queries.ts";
import { PersonRow } from "./person-row.tsx";
import { ResetLinkDialog } from "./reset-link-dialog.tsx";

const personId = ({ id }: Person) => `person:${id}`;
const invitationId = ({ id }: Invitation) => `invitation:${id}`;

export default function PeopleListPage() {
  const people = useQuery(peopleList());
  const invitations = useQuery(invitationList());
  const client = useQueryClient();
  const { ask, isGone } = useDeletion();
  const [resetting, setResetting] = useState<Person>();
  const reload = () => client.invalidateQueries({ queryKey: ["user"] }, { throwOnError: true });
  const askRemove = (person: Person) =>
    ask({
      id: personId(person),
      name: person.fullName,
      also: person.isYou ? "your own way in" : "every session of theirs",
      remove: () => removePerson(person.id),
      reload,
    });
  const askWithdraw = (invitation: Invitation) =>
    ask({
      id: invitationId(invitation),
      name: `the invitation of ${invitation.fullName}`,
      remove: () => withdrawInvitation(invitation.id),
      reload,
    });
  const shown = people.data?.filter((person) => !isGone(personId(person)));
  const waiting = invitations.data?.filter((invitation) => !isGone(invitationId(invitation)));
  return (
    <>
      <AdminList
        heading="People"
        subline="Everybody who may log in here."
        empty={{ text: "Nobody." }}
        add={{ to: "/account/invite", label: "Invite" }}
        entries={shown}
        error={people.error}
        onRetry={people.refetch}
        layout="rows"
        keyOf={personId}
        foot={
          <InvitationPane
            invitations={waiting}
            error={invitations.error}
            onRetry={invitations.refetch}
            onWithdraw={askWithdraw}
          />
        }
      >
        {(person) => (
          <PersonRow
            person={person}
            onReset={person.isYou ? undefined : () => setResetting(person)}
            onRemove={shown?.length === 1 ? undefined : () => askRemove(person)}
          />
        )}
      </AdminList>
      <ResetLinkDialog
        key={resetting?.id}
        person={resetting}
        make={async (id, dropsSecondFactor) => {
          const { path, expiresAt } = await makeResetLink(id, dropsSecondFactor);
          return { address: fullAddress(path), expiresAt };
        }}
        onClose={() => setResetting(undefined)}
      />
    </>
  );
}

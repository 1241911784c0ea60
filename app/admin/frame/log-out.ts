import { logOut as endSession } from "#app/features/user/user.queries.ts";
import { queryClient } from "../query-client.ts";

/** Ends the session. Reads under way are cancelled first: answered after its end, they would report an ended session. */
export async function logOut(): Promise<void> {
  await queryClient.cancelQueries();
  await endSession();
}

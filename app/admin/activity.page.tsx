import ActivityPage from "#app/features/activity/activity.page.tsx";
import { revisionSourceOf } from "./revision-sources.ts";

/** Passes the field labels of each kind of entry to the Activity screen. */
export default function ActivityScreen() {
  return <ActivityPage readable={revisionSourceOf} />;
}

import ActivityPage from "#app/features/activity/activity.page.tsx";
import { rememberedOf } from "./remembered.ts";

/** Passes the field labels of each kind of entry to the Activity screen. */
export default function ActivityScreen() {
  return <ActivityPage readable={rememberedOf} />;
}

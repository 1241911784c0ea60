import ActivityPage from "#app/features/activity/activity.page.tsx";
import { rememberedOf } from "./remembered.ts";

/** With what each kind of entry calls its fields. */
export default function ActivityScreen() {
  return <ActivityPage readable={rememberedOf} />;
}

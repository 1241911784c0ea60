import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "react-router";
import { useKeptFocus } from "#app/ui/admin/screen/use-kept-focus.ts";
import { queryClient } from "./query-client.ts";

/** Layout of the screens opened by a one-time link: no parts of the back office. */
export default function LinkLayout() {
  useKeptFocus();
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}

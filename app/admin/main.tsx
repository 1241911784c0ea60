import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { tolerateForeignNodes } from "#app/browser/foreign-nodes.ts";
import { offerEditing, storedUser } from "#app/browser/login-data.ts";
import { pasteSoftBreaks } from "#app/browser/pasted-lines.ts";
import { noticeSilentInput } from "#app/browser/silent-input.ts";
import { refuseStrayFiles } from "#app/browser/stray-files.ts";
import "#app/ui/tokens.css";
import "#app/ui/base.css";
import "#app/ui/print.css";
import "./admin.css";
import "./primitives.css";
import "./first-paint/first-paint.css";
import "./print.css";
// Bundle the layout and the first screen with the entry: loading them on demand would add a round trip.
import "./admin.layout.tsx";
import "#app/features/project/project-list.page.tsx";
import { keepInPlace } from "#app/ui/keep-in-place.ts";
import { renderBehindFirstPaint } from "./first-paint/first-paint.ts";
import { routesFor } from "./routes.tsx";

tolerateForeignNodes();
noticeSilentInput();
pasteSoftBreaks();
refuseStrayFiles(window);

if (storedUser()) offerEditing(true);
document.addEventListener("click", keepInPlace);

// Logging in and out reloads the page, so the user cannot change during its lifetime.
const router = createBrowserRouter(routesFor(storedUser() !== null), { basename: "/admin" });

const root = document.getElementById("root");
if (root) {
  renderBehindFirstPaint(root);
  // In slices, so that what is typed and clicked meanwhile is answered.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
}

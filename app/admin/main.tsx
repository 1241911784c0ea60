import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { storedUser } from "#app/browser/session.ts";
import "#app/ui/tokens.css";
import "#app/ui/base.css";
import "./admin.css";
// The frame and the first screen come with the program: asked for by it they would be a way to the server and back later.
import "./admin.layout.tsx";
import "#app/features/project/project-list.page.tsx";
import { routesFor } from "./routes.tsx";

// Logging in and out load the page anew (spec §4), so who is here is settled once.
const router = createBrowserRouter(routesFor(storedUser() !== null), { basename: "/admin" });

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );

import { createRoot } from "react-dom/client";
import { tolerateForeignNodes } from "#app/browser/foreign-nodes.ts";
import { storedUser } from "#app/browser/login-data.ts";
import { noticeSilentInput } from "#app/browser/silent-input.ts";
import LoginPage from "#app/features/user/login/login.page.tsx";
import "#app/ui/tokens.css";
import "#app/ui/base.css";
import "./admin.css";
import "./primitives.css";

tolerateForeignNodes();
noticeSilentInput();

// A document of its own (vite.config.ts): whoever logs in loads neither the router nor a screen of the back office.
const root = document.getElementById("root");
if (storedUser()) location.replace("/admin");
else if (root) createRoot(root).render(<LoginPage />);

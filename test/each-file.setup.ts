import { afterAll } from "vitest";
import { dropDatabases } from "./data-location.ts";

// Loaded for each test file, also where files share the modules that they import.
afterAll(dropDatabases);

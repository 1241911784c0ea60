export { makeTemplate as default } from "./server.ts";

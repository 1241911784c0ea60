import { Server } from "node:http";

// Runs in the server: its scripts, style sheets and answers of the API come late, each by another time of up to LATE_MS
// milliseconds, so that what is pressed and typed meets every stage of a page.
const { emit } = Server.prototype;
const isLate = (url) => url.startsWith("/api/") || /\.(js|css)$/.test(url);

Server.prototype.emit = function (event, ...values) {
  if (event !== "request" || !isLate(values[0].url)) return emit.call(this, event, ...values);
  setTimeout(() => emit.call(this, event, ...values), Math.random() * Number(process.env.LATE_MS));
  return true;
};

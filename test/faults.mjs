// Loaded by tests before the built product (node --import): SIGUSR2 triggers the failure named in FAULT.
import { Readable } from "node:stream";

const faults = {
  rejection: () => void Promise.reject(new Error("injected")),
  timer: () =>
    void setTimeout(() => {
      throw new Error("injected");
    }),
  stream: () => void new Readable({ read: () => {} }).destroy(new Error("injected")),
};

process.on("SIGUSR2", () => faults[process.env.FAULT]());

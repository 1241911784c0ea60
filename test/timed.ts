const everyMs = 20;

/**
 * Runs `work` and measures how long it took, without the time in which this process wanted to run and other processes
 * had the processor. What it computes or waits for itself counts.
 */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const begunMs = performance.now();
  let [lastMs, lastCpuMs, starvedMs] = [begunMs, cpuMs(), 0];
  const look = () => {
    const [nowMs, nowCpuMs] = [performance.now(), cpuMs()];
    starvedMs += Math.max(0, nowMs - lastMs - everyMs - (nowCpuMs - lastCpuMs));
    [lastMs, lastCpuMs] = [nowMs, nowCpuMs];
  };
  const timer = setInterval(look, everyMs);
  try {
    const answer = await work();
    look();
    return { ms: performance.now() - begunMs - starvedMs, answer };
  } finally {
    clearInterval(timer);
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

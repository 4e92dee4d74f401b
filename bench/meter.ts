/** Loaded into a server that is measured (`node --import`): says over the channel to its parent what it has used so far. */

export interface Usage {
  cpuMs: number;
}

process.on('message', (message) => {
  if (message !== 'usage?') return;
  const { user, system } = process.cpuUsage();
  process.send!({ cpuMs: (user + system) / 1000 } satisfies Usage);
});
// A server whose benchmark is gone, however it ended, has nothing left to do.
process.on('disconnect', () => process.exit());
// The channel alone must not keep the process alive.
process.channel?.unref();

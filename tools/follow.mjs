// Loaded before each task: when the process that started it is killed, the channel between them closes, and the task
// ends as if it had been asked to. So no server or test run outlives a killed `npm start` or `npm test`.
if (process.channel !== undefined && process.channel !== null) {
  process.channel.unref()
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
}

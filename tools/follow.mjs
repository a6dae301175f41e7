// Loaded before each task: when the process that started it is killed, the channel between them closes, and the task
// ends as if it had been asked to. So no server or test run outlives a killed `npm start` or `npm test`.
// What a task forks loads it too. There the channel is what a worker waits for, so it holds the process open for as long as
// somebody listens, which is Node's own rule until `unref` is called.
if (process.channel !== undefined && process.channel !== null) {
  process.channel.unref()
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
  process.on("newListener", (event) => {
    if (event === "message") process.channel?.ref()
  })
  process.on("removeListener", (event) => {
    if (event === "message" && process.listenerCount("message") === 0) process.channel?.unref()
  })
}

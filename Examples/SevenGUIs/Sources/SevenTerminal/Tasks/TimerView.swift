import SevenTasks

func timerView(_ timer: ElapsedTimer) -> [Control<ElapsedTimer.Message>] {
  [
    .gauge("Elapsed", timer.fraction),
    .text("Time", timer.elapsedText),
    .slider("Duration", timer.duration / .seconds(1), in: ElapsedTimer.seconds, step: 0.5) {
      .setDuration(.seconds($0))
    },
    .button("Reset", .reset),
  ]
}

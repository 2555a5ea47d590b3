import Millrace
import SevenTasks
import Widgets

@MainActor
func timerView(_ store: Store<ElapsedTimer, ElapsedTimer.Message>) -> Widget {
  let elapsed = Gauge("Elapsed")
  let time = Label("Time")
  let duration = Slider("Duration", in: ElapsedTimer.seconds, step: 0.5) {
    store.send(.setDuration(.seconds($0)))
  }
  let reset = Button("Reset") { store.send(.reset) }
  store.observe(\.fraction, owner: elapsed, initial: true) { $0.fraction = $1 }
  store.observe(\.elapsedText, owner: time, initial: true) { $0.text = $1 }
  store.observe(\.duration, owner: duration, initial: true) { $0.value = $1 / .seconds(1) }
  return Column(Form(elapsed, time, duration), reset)
}

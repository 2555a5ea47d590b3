import Millrace
import SevenTasks
import Widgets

@MainActor
func counterView(_ store: Store<Counter, Counter.Message>) -> Widget {
  let value = Label("Value")
  let count = Button("Count") { store.send(.count) }
  store.observe(\.value, owner: value, initial: true) { $0.text = "\($1)" }
  return Row(value, count)
}

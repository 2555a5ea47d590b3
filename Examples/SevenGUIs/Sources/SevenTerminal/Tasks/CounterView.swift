import SevenTasks

func counterView(_ counter: Counter) -> [Control<Counter.Message>] {
  [.text("Value", "\(counter.value)"), .button("Count", .count)]
}

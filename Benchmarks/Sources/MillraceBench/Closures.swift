import Measuring
import Millrace

// Closures wrapped in their exact types, to go through `opaque` without thunks.

/// An update of the bench state.
struct Update {
  let call: (inout BenchState, BenchMessage) -> Effect<BenchMessage>

  init(_ call: @escaping (inout BenchState, BenchMessage) -> Effect<BenchMessage>) { self.call = call }
}

/// An observer of the counter.
struct CounterObserver {
  let call: (Int) -> Void

  init(_ call: @escaping (Int) -> Void) { self.call = call }
}

/// An observer of one row of a table.
struct RowObserver {
  let call: (TableRow?) -> Void

  init(_ call: @escaping (TableRow?) -> Void) { self.call = call }
}

/// A place where an observer of a benchmark leaves what it saw.
final class Box {
  var sum = 0
}

/// An observer that adds what it sees to a box of its own.
func makeCounterObserver() -> CounterObserver {
  let box = Box()
  return opaque(CounterObserver { value in box.sum &+= value })
}

/// An observer that adds the row's count to a box of its own.
func makeRowObserver() -> RowObserver {
  let box = Box()
  return opaque(RowObserver { row in box.sum &+= row?.count ?? 0 })
}

import Measuring
import Millrace
import MillraceForms

extension BenchmarkRow {
  /// A write through a binding, against sending its message.
  static let binding = BenchmarkRow(
    "binding", summary: "a number written through a binding with a message of its own",
    operations: 2_000_000, quickOperations: 200_000, allocationGoal: 0,
    floor: Comparison("send", goal: 2, sending { .volume($0) }),
    side: Side {
      let store = makeDial()
      let volume = store.binding(\.volume) { .volume($0) }
      return { operations in
        for operation in 0..<operations { volume.wrappedValue = operation }
        blackHole(store)
      }
    })

  /// A write through a binding without a message of its own, against sending the same change.
  static let bindingChange = BenchmarkRow(
    "binding-change", summary: "a number written through a binding that sends a plain change",
    operations: 1_000_000, quickOperations: 100_000,
    floor: Comparison("send of a change by key path", sending { .write(\.volume, $0) }),
    others: [Comparison("send", goal: 2, sending { .volume($0) })],
    side: Side {
      let store = makeDial()
      let volume = store.binding(\.volume)
      return { operations in
        for operation in 0..<operations { volume.wrappedValue = operation }
        blackHole(store)
      }
    })

  private static func sending(_ message: @escaping @Sendable (Int) -> DialMessage) -> Side {
    Side {
      let store = makeDial()
      return { operations in
        for operation in 0..<operations { store.send(message(operation)) }
        blackHole(store)
      }
    }
  }
}

private struct Dial: Equatable {
  var title = "dial"
  var volume = 0
}

private enum DialMessage: BindableMessage {
  case volume(Int)
  case change(FieldChange<Dial>)
  /// A change as a user without `FieldChange` would send it.
  case write(any WritableKeyPath<Dial, Int> & Sendable, Int)
}

@MainActor
private func makeDial() -> Store<Dial, DialMessage> {
  Store(Dial(), of: DialMessage.self) { dial, message in
    switch message {
    case .volume(let volume): dial.volume = volume
    case .change(let change): change.apply(to: &dial)
    case .write(let path, let volume): dial[keyPath: path] = volume
    }
    return .none
  }
}

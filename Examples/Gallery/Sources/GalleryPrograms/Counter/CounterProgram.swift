import Millrace

/// The kernel alone: a store, an observer, and messages that are sent.
final class CounterProgram: Program {
  static let name = "counter"
  static let idea = "the kernel alone: a store, an observer, messages"
  static let help = """
    up             one more
    down           one less
    reset          back to nothing, which is only said where it is a change
    """

  private let store: Store<Counter, Counter.Message>
  var flow: Flow { store.flow }

  init(environment: StoreEnvironment, write: @escaping (String) -> Void) {
    store = Store(Counter(), name: "counter", environment: environment, update: Counter.update)
    store.observe(\.value, owner: self, initial: true) { _, value in write("\(value)") }
  }

  private enum Word: String { case up, down, reset }

  func follow(_ line: Line) throws {
    switch try line.alone(as: Word.self) {
    case .up: store.send(.up)
    case .down: store.send(.down)
    case .reset: store.send(.reset)
    }
  }
}

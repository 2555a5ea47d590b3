import Millrace
import MillraceInspectorWire

/// The way from the connection's threads to the inspector at the flow's home.
final class InspectorHome: @unchecked Sendable {
  // Sound: the inspector is set once, before another thread has this object, and read at home; a weak
  // reference may be read while its object ends.
  private weak var inspector: Inspector?
  private let post: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  init(_ post: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void) {
    self.post = post
  }

  /// Sets the inspector; called once, by its initialiser.
  func connect(to inspector: Inspector) { self.inspector = inspector }

  /// Calls `body` at home between two turns, unless the inspector has ended.
  func run(_ body: @escaping @Sendable (Inspector) -> Void) {
    post { [self] in
      guard let inspector else { return }
      if inspector.isBusy { run(body) } else { body(inspector) }
    }
  }

  func report(_ error: InspectorError) { run { $0.report(error) } }

  /// Returns to the present, since the tool that shows the past is gone.
  func connectionEnded(_ connection: Int) { run { $0.connectionEnded(connection) } }

  /// Tells the connection which stores are on the flow.
  func rollCall() { run { $0.callRoll() } }

  func sample(_ stores: [(name: String, number: UInt64)], for connection: Int) {
    run { inspector in
      inspector.connection = max(inspector.connection, connection)
      inspector.sample(stores)
    }
  }

  /// Makes the next samples whole ones.
  func forgetMarks() { run { $0.forgetMarks() } }

  func carryOut(_ request: InspectorRequest, _ answer: InspectorAnswer, stores: [String: UInt64]) {
    run { inspector in
      inspector.connection = max(inspector.connection, answer.connection)
      inspector.carryOut(request, answer, stores)
    }
  }
}

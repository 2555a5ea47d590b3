import MillraceSupport

/// A gate that limits the number of concurrent requests per host.
typealias ConnectionGate = AdmissionGate<String>

extension ConnectionGate {
  /// Waits for a connection for a request; reports progress before and after a wait.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func connection(
    at place: String, for request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> Connection {
    var step = HTTPProgress(expectedToSend: request.body?.count ?? 0, isWaiting: true)
    let hasWaited = try await enter(place) { progress?(step) }
    let connection = Connection(self, place)
    step.isWaiting = false
    if hasWaited { progress?(step) }
    return connection
  }
}

/// A connection of a ``ConnectionGate``, given back when this object is released.
final class Connection: Sendable {
  private let gate: ConnectionGate
  private let place: String

  fileprivate init(_ gate: ConnectionGate, _ place: String) {
    self.gate = gate
    self.place = place
  }

  deinit {
    gate.leave(place)
  }
}

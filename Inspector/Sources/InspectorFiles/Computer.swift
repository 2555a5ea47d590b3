import Foundation
public import InspectorCore

/// The application that computes the states of a file's history, while one is connected.
public final class Computer: Sendable {
  // Sound: guarded by the lock.
  private nonisolated(unsafe) var source: (any HistorySource)?
  private let lock = NSLock()

  init() {}

  /// The application's own history; nil for none.
  public var application: (any HistorySource)? {
    get { lock.withLock { source } }
    set { lock.withLock { source = newValue } }
  }

  func ask(_ request: ApplicationRequest, about name: String) async throws(InspectorProblem) -> [UInt8] {
    guard request.deed == .compute else {
      throw .impossible("`\(name)` is a file, which shows what happened; connect an application for this.")
    }
    guard let application else {
      throw .impossible(
        """
        No application is connected that could compute states of `\(name)`; start the inspector with the file and \
        `-- COMMAND`, where the command starts the application that wrote it.
        """)
    }
    return try await application.ask(request)
  }
}

public import NotesModel

import struct Millrace.Backoff

/// The phase of the connection with the server.
public enum SessionPhase: String, Codable, Hashable, CaseIterable, Sendable {
  /// The user works offline.
  case unplugged
  /// The client waits for the server's greeting.
  case connecting
  /// The server is available.
  case online
  /// The server was unavailable; the next attempt follows after a delay.
  case waiting
  /// The server requires a token, or has other data; the user has to act.
  case refused
}

/// The phase, with its details.
public struct SessionState: Codable, Hashable, Sendable {
  public internal(set) var phase = SessionPhase.connecting
  /// The number of consecutive failures: the server was unavailable, or lost before it fulfilled a request.
  ///
  /// Failures that do not change the next delay are not counted.
  public internal(set) var failures = 0
  /// The number of failures after which the delay does not grow any more.
  static let mostFailures = 6
  /// The reason why the server is unavailable, as a sentence; nil while it is available, or without a reason.
  public internal(set) var reason: String?
  /// The last greeting; nil before the first.
  public internal(set) var greeting: Greeting?

  /// Creates the initial state; like a restored one, it does nothing until it is resumed.
  public init() {}

  /// Updates the details for an input.
  mutating func note(_ input: SessionInput) {
    switch input {
    case .plug, .unplug, .tryNow, .resumed:
      (failures, reason) = (0, nil)
    case .greeted(let greeting):
      // A server may greet and fail at everything else, so a greeting does not reset its failures.
      (reason, self.greeting) = (nil, greeting)
    case .settled:
      failures = 0
    case .unreachable(let reason), .lost(let reason):
      // A count may come from a file, so it may be any number.
      (failures, self.reason) = (min(max(failures, 0), Self.mostFailures - 1) + 1, reason)
    case .refused(let reason):
      (failures, self.reason) = (0, reason)
    case .retry:
      break
    }
  }
}

extension SessionState {
  /// A sentence for the user while the server is unavailable: the reason, and the next attempt; nil while it
  /// is available.
  public var banner: String? {
    switch phase {
    case .online: nil
    case .unplugged: "Offline by your choice; changes are sent when you go online again."
    case .connecting:
      reason.map { "Offline: \($0) The client is trying again now." } ?? "Connecting to the server."
    case .waiting: "Offline: \(cause) The client tries again within \(patience)."
    case .refused: "Offline: \(cause) The client does not try again by itself."
    }
  }

  private var cause: String { reason ?? "The server is not reachable." }

  private var patience: String {
    let seconds = Backoff.longest.delay(after: failures, drawing: .system).components.seconds
    return seconds == 1 ? "a second" : "\(seconds) seconds"
  }
}

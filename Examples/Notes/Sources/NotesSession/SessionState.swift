public import NotesModel

/// How it stands between the client and its server.
public enum SessionPhase: String, Codable, Hashable, CaseIterable, Sendable {
  /// The person wants to work offline.
  case unplugged
  /// The server is greeted.
  case connecting
  /// The server is there.
  case online
  /// The server was not there; it is greeted again after a time.
  case waiting
  /// The server wants a token, or has other data; only the person can do something about it.
  case refused
}

/// The phase, and what there is to say about it.
public struct SessionState: Codable, Hashable, Sendable {
  /// How it stands.
  public internal(set) var phase = SessionPhase.connecting
  /// How often in a row the server was not there, or was lost again before it did what it was asked for; no more are
  /// counted than make a difference to the next delay.
  public internal(set) var failures = 0
  /// Why the server is not there, as a sentence; nil when it is, and when there is nothing to say.
  public internal(set) var reason: String?
  /// What the server said when it was greeted last; nil before the first time.
  public internal(set) var greeting: Greeting?

  /// What a session begins with: as one that was kept by a journal, it does nothing until it is resumed.
  public init() {}

  /// Takes down what an input says beside where it leads.
  mutating func note(_ input: SessionInput) {
    switch input {
    case .plug, .unplug, .tryNow, .resumed:
      (failures, reason) = (0, nil)
    case .greeted(let greeting):
      // A server may greet and fail at all else, so a greeting does not make its failures forgotten.
      (reason, self.greeting) = (nil, greeting)
    case .settled:
      failures = 0
    case .unreachable(let reason), .lost(let reason):
      (failures, self.reason) = (Backoff.count(after: failures), reason)
    case .refused(let reason):
      (failures, self.reason) = (0, reason)
    case .retry:
      break
    }
  }
}

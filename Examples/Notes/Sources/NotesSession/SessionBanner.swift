extension SessionState {
  /// A sentence for the user while the server is unavailable: the reason, and the next attempt; nil while it
  /// is available.
  public var banner: String? {
    switch phase {
    case .online: nil
    case .unplugged: "Offline, as you asked for; what you change is sent when you plug in again."
    case .connecting: reason.map { "Offline: \($0) It is tried again now." } ?? "Connecting to the server."
    case .waiting: "Offline: \(cause) It is tried again within \(patience)."
    case .refused: "Offline: \(cause) It is not tried again until you say so."
    }
  }

  private var cause: String { reason ?? "The server is not there." }

  private var patience: String {
    let seconds = Backoff.longest(after: failures).components.seconds
    return seconds == 1 ? "a second" : "\(seconds) seconds"
  }
}

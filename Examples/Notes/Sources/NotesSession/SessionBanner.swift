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
    let seconds = Backoff.longest(after: failures).components.seconds
    return seconds == 1 ? "a second" : "\(seconds) seconds"
  }
}

import MillraceSync

/// The body of an answer that is not a success, from which the client makes its `SharedLogError`.
struct LogFailure: Codable, Hashable, Error {
  enum Code: String, Codable {
    case gap, forged, malformed, wentBack, compacted, refused, unavailable, damaged
  }

  var code: Code
  /// The reason, without secrets of the server.
  var reason: String?
  var writer: LogWriter?
  /// The expected number, the head, or the first position.
  var number: UInt64?
  /// The number that was found.
  var found: UInt64?
  /// The status, which is not in the body.
  var status = 500

  enum CodingKeys: String, CodingKey {
    case code = "c"
    case reason = "r"
    case writer = "w"
    case number = "n"
    case found = "f"
  }

  init(_ code: Code, status: Int, reason: String? = nil) {
    self.code = code
    self.status = status
    self.reason = reason
  }

  /// Creates the failure that a client sees.
  ///
  /// The reasons of `unavailable` and `damaged` stay at the server: they may name its files, hosts and users.
  init(_ error: SharedLogError) {
    switch error {
    case .gap(_, let writer, let expected, let found):
      self.init(.gap, status: 409)
      (self.writer, number, self.found) = (writer, expected, found)
    case .forged(_, let writer, let number):
      self.init(.forged, status: 409)
      (self.writer, self.number) = (writer, number)
    case .malformed(_, let reason): self.init(.malformed, status: 422, reason: reason)
    case .wentBack(_, let head, _):
      self.init(.wentBack, status: 409)
      number = head
    case .compacted(_, _, let first):
      self.init(.compacted, status: 410)
      number = first
    case .refused(_, let reason): self.init(.refused, status: 403, reason: reason)
    case .damaged: self.init(.damaged, status: 500, reason: "the log at the server is damaged")
    case .unavailable, .cancelled, .closed:
      self.init(.unavailable, status: 503, reason: "the log at the server cannot be reached now")
    }
  }

  /// Returns the client's error; nil for a failure that the call cannot have.
  ///
  /// - Parameters:
  ///   - log: The client's name of the log.
  ///   - position: The position that the client named.
  ///   - isAppend: True for the answer to an append.
  ///   - secret: A text that must not be in a reason.
  func error(log: String, position: UInt64, isAppend: Bool, secret: String) -> SharedLogError? {
    var text = reason ?? "the server gives no reason"
    if !secret.isEmpty {
      text = text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "…")
    }
    text = LogWire.harmless(text)
    switch code {
    case .gap:
      guard isAppend, let writer, let number, let found else { return nil }
      return .gap(log: log, writer: writer, expected: number, found: found)
    case .forged:
      guard isAppend, let writer, let number else { return nil }
      return .forged(log: log, writer: writer, number: number)
    case .malformed: return .malformed(log: log, reason: text)
    case .wentBack:
      guard let number, number < position else { return nil }
      return .wentBack(log: log, head: number, known: position)
    case .compacted:
      // The first position is behind the requested one, so that a reader who goes on from it makes progress.
      guard let number, number > 1, number - 1 > position, number <= UInt64(Int64.max) else { return nil }
      return .compacted(log: log, after: position, first: number)
    case .refused: return .refused(log: log, reason: text)
    case .unavailable: return .unavailable(log: log, reason: text)
    case .damaged: return .damaged(log: log, reason: text)
    }
  }
}

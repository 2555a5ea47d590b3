import Millrace

/// An event or the phase of an effect, as texts, independent of the types of its label and id.
struct RecordedEffect: Codable, Hashable {
  /// An event in an effect's life, or its phase.
  enum Kind: String, Codable {
    case started, waiting, finished, failed, cancelled, dropped
    /// Cancelled, but with its place in the queue until its body returns; only for an effect in flight.
    case stopping
  }

  enum Reason: String, Codable {
    case cancelled, replaced, busy, full
  }

  var kind: Kind
  var serial: UInt64
  var label: String?
  var id: String?
  var queue: String?
  var error: String?
  var reason: Reason?

  init(_ event: EffectEvent) {
    serial = event.serial
    label = event.label.map { "\($0)" }
    id = event.id.map { "\($0)" }
    queue = event.queue.map { Self.text($0) }
    switch event.kind {
    case .started: kind = .started
    case .waiting: kind = .waiting
    case .finished: kind = .finished
    case .failed(let text):
      kind = .failed
      error = text
    case .cancelled: kind = .cancelled
    case .dropped(let why):
      kind = .dropped
      reason =
        switch why {
        case .cancelled: .cancelled
        case .replaced: .replaced
        case .busy: .busy
        case .full: .full
        }
    }
  }

  /// Creates the record of an effect that has not ended.
  init(_ effect: EffectInFlight) {
    serial = effect.serial
    label = effect.label.map { "\($0)" }
    id = effect.id.map { "\($0)" }
    queue = effect.queue.map { "\($0)" }
    kind =
      switch effect.phase {
      case .running: .started
      case .waiting: .waiting
      case .stopping: .stopping
      }
  }

  /// Returns the queue with its whole policy, so that a change of its capacity shows, too.
  private static func text(_ queue: EffectQueue) -> String {
    guard let capacity = queue.policy.capacity else { return "\(queue)" }
    return "\(queue), at most \(capacity) waiting, \(queue.policy.overflow)"
  }
}

extension RecordedEffect {
  /// True if the effect's queue cancels a running effect when its time is over; another one is cancelled
  /// between turns by the work of its send alone.
  var mayBeCancelledByTime: Bool { queue?.contains("cancelsRunning: false") ?? false }
}

extension RecordedEffect: CustomStringConvertible {
  /// The record as text, such as "started `search swift` in search (latest), effect 3".
  var description: String {
    var text = "\(kind)" + (reason.map { " (\($0))" } ?? "") + " \(name)"
    if let id, id != label { text += ", id \(id)" }
    if let queue { text += ", in \(queue)" }
    text += ", effect \(serial)"
    if let error { text += ": \(error)" }
    return text
  }

  /// The name of the effect for people.
  var name: String { (label ?? id).map { "`\($0)`" } ?? "unlabelled" }
}

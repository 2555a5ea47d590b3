import Millrace

/// What became of an effect, as texts, so that it can be kept whatever its label and id are made of.
struct RecordedEffect: Codable, Hashable {
  /// A step in its life, or where it stands.
  enum Kind: String, Codable {
    case started, waiting, finished, failed, cancelled, dropped
    /// It was cancelled and holds its place until its body returns; only of one that is in flight.
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
  /// Why it failed.
  var error: String?
  /// Why it was dropped.
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

  /// An effect that has not ended.
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

  /// The queue with all that rules it, so that a change of its capacity is seen too.
  private static func text(_ queue: EffectQueue) -> String {
    guard let capacity = queue.policy.capacity else { return "\(queue)" }
    return "\(queue), at most \(capacity) waiting, \(queue.policy.overflow)"
  }

  /// Whether its end was told; nothing more comes of it.
  var isOver: Bool {
    switch kind {
    case .started, .waiting, .stopping: false
    case .finished, .failed, .cancelled, .dropped: true
    }
  }
}

extension RecordedEffect: CustomStringConvertible {
  /// Such as "started `search swift` in search (latest), effect 3".
  var description: String {
    var text = "\(kind)" + (reason.map { " (\($0))" } ?? "") + " \(name)"
    if let id, id != label { text += ", id \(id)" }
    if let queue { text += ", in \(queue)" }
    text += ", effect \(serial)"
    if let error { text += ": \(error)" }
    return text
  }

  /// What it is called for people.
  var name: String { (label ?? id).map { "`\($0)`" } ?? "unlabelled" }
}

public import Millrace

/// An expected change of an effect in a turn, for ``TestStore``.
///
/// Parts that are left out are not compared: `.starts("search")` says nothing of the id or the queue. Labels
/// are compared by `==` or by their texts, so that a label made of a value may be written as a text.
///
/// ```swift
/// test.send(.typed("swift"), effects: [.cancels("search swi"), .starts("search swift", in: "search")])
/// ```
public struct ExpectedEffect: Sendable, Hashable {
  enum Kind: String, Sendable {
    case starts, waits, cancels, drops
  }

  let kind: Kind
  let label: EffectLabel?
  let id: EffectID?
  let queue: EffectID?

  /// The effect starts.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - id: The id.
  ///   - queue: The name of its queue.
  public static func starts(
    _ label: EffectLabel? = nil, id: EffectID? = nil, in queue: EffectID? = nil
  ) -> ExpectedEffect {
    ExpectedEffect(kind: .starts, label: label, id: id, queue: queue)
  }

  /// The effect is put in its queue, where it waits.
  public static func waits(
    _ label: EffectLabel? = nil, id: EffectID? = nil, in queue: EffectID? = nil
  ) -> ExpectedEffect {
    ExpectedEffect(kind: .waits, label: label, id: id, queue: queue)
  }

  /// The effect ran, and is cancelled.
  public static func cancels(
    _ label: EffectLabel? = nil, id: EffectID? = nil, in queue: EffectID? = nil
  ) -> ExpectedEffect {
    ExpectedEffect(kind: .cancels, label: label, id: id, queue: queue)
  }

  /// The effect had not begun, and never will: it was cancelled while it waited, or its queue has no place
  /// for it.
  public static func drops(
    _ label: EffectLabel? = nil, id: EffectID? = nil, in queue: EffectID? = nil
  ) -> ExpectedEffect {
    ExpectedEffect(kind: .drops, label: label, id: id, queue: queue)
  }

  func matches(_ event: EffectEvent) -> Bool {
    kind == event.expectedKind && (id == nil || id == event.id)
      && (queue == nil || queue == event.queue?.name)
      && (label == nil || label == event.label || event.label.map { "\($0)" } == label.map { "\($0)" })
  }
}

extension ExpectedEffect: CustomStringConvertible {
  /// The expectation as text, such as `starts "search", in the queue "search"`.
  public var description: String {
    effectText(kind.rawValue, label: label, id: id, queue: queue.map { "\"\($0)\"" })
  }
}

extension EffectEvent {
  /// The expectation that this event fulfils; nil for an end, which no turn requests.
  var expectedKind: ExpectedEffect.Kind? {
    switch kind {
    case .started: .starts
    case .waiting: .waits
    case .cancelled: .cancels
    case .dropped: .drops
    case .finished, .failed: nil
    }
  }

  /// The event in the words of ``ExpectedEffect``.
  var expectedText: String {
    effectText(
      expectedKind?.rawValue ?? "ends", label: label, id: id,
      queue: queue.map { "\"\($0.name)\" (\($0.policy.strategy))" })
  }

  /// The effect's name in failures.
  var name: String { "the effect \(label.map { "`\($0)`" } ?? "without a label") of turn \(turn)" }

  /// The effect and its phase.
  var whereabouts: String {
    let place = queue.map { "the queue \"\($0.name)\" (\($0.policy.strategy))" }
    let isWaiting = kind == .waiting
    let deed = isWaiting ? "waits in \(place ?? "its queue")" : "runs\(place.map { " in \($0)" } ?? "")"
    return "\(name)\(id.map { ", id \"\($0)\"," } ?? "") \(deed)"
  }
}

private func effectText(_ verb: String, label: EffectLabel?, id: EffectID?, queue: String?) -> String {
  var text = "\(verb) \(label.map { "`\($0)`" } ?? "an effect")"
  if let id { text += ", id \"\(id)\"" }
  if let queue { text += ", in the queue \(queue)" }
  return text
}

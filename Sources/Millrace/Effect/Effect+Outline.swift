/// A description of an effect that has not run: a form for tests to compare and for people to read.
///
/// ```swift
/// #expect(effect.outline == [.run(label: "search swift", queue: .latest("search"))])
/// ```
public enum EffectOutline: Hashable, Sendable {
  /// A message sent at once, as text.
  case message(String)
  /// Work for a driver.
  case run(label: EffectLabel?, id: EffectID?, queue: EffectQueue?)
  /// Effects one after another, each as its own outline.
  case sequence([[EffectOutline]])
  /// A cancellation by id.
  case cancel(id: EffectID)
  /// A cancellation by a predicate.
  case cancelMatching
  /// A cancellation of everything.
  case cancelAll
  /// An error for the error handler, as text.
  case report(String)
  /// A message that the update did not know.
  case unhandled

  /// Creates the outline of work for a driver.
  public static func run(
    label: EffectLabel, id: EffectID? = nil, queue: EffectQueue? = nil
  ) -> EffectOutline {
    .run(label: Optional(label), id: id, queue: queue)
  }
}

extension EffectOutline: CustomStringConvertible {
  /// A single line of text for people.
  public var description: String {
    switch self {
    case .message(let text): "send \(text)"
    case .run(let label, let id, let queue):
      "run \(label?.description ?? "unlabelled")" + (id.map { " id \($0)" } ?? "")
        + (queue.map { " in \($0)" } ?? "")
    case .sequence(let steps):
      "one after another: " + steps.map { "\($0)" }.joined(separator: ", then ")
    case .cancel(let id): "cancel \(id)"
    case .cancelMatching: "cancel by predicate"
    case .cancelAll: "cancel everything"
    case .report(let text): "report \(text)"
    case .unhandled: "unhandled"
    }
  }
}

extension Effect {
  /// The outlines of what the effect would do, in order; empty for none.
  ///
  /// O(size of the effect). Requests of a part of the state are included in their places.
  public var outline: [EffectOutline] {
    switch content {
    case .none, .leave, .cancel(.inParts): []
    case .message(let message): [.message("\(message)")]
    case .work(let work): [.run(label: work.label, id: work.id, queue: work.queue)]
    case .merge(let effects): effects.array.flatMap(\.outline)
    case .sequence(let effects): [.sequence(effects.array.map(\.outline))]
    case .cancel(.id(let id)): [.cancel(id: id)]
    case .cancel(.matching): [.cancelMatching]
    case .cancel(.all): [.cancelAll]
    case .within(_, let effect): effect.outline
    case .report(let error): [.report("\(error)")]
    case .unhandled: [.unhandled]
    }
  }

  /// The messages that the effect sends without running anything, in order.
  ///
  /// O(size of the effect).
  public var messages: [Message] {
    switch content {
    case .message(let message): [message]
    case .merge(let effects), .sequence(let effects): effects.array.flatMap(\.messages)
    case .within(_, let effect): effect.messages
    case .none, .work, .cancel, .leave, .report, .unhandled: []
    }
  }
}

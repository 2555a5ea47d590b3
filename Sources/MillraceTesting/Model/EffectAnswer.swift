public import Millrace

/// An answer that an effect may give in a model check, where no effect is run.
///
/// An effect with several declared answers gives one of them. The choice and the moment are left open, and a
/// check tries all.
///
/// ```swift
/// .answers { effect in
///   effect.label == "search" ? [.sends(.found([])), .sends(.failed), .never] : nil
/// }
/// ```
public struct EffectAnswer<Message: Sendable>: Sendable {
  enum Ending: Hashable, Sendable {
    case ends, repeats, staysSilent
  }

  let messages: [Message]
  /// The delay before the answer; nil when it may come at any time.
  let delay: Duration?
  let ending: Ending
  /// The error that is reported with the end.
  var error: String?

  /// Sends messages one after another, at any time, and ends the effect.
  ///
  /// Other messages may come between them, and between the last one and the end of the effect: until then it
  /// keeps its place in its queue. A `timeout` of the effect can come before each message, and not behind the
  /// last one: work that ends with a message is in time with it. For work that goes on after it, use
  /// ``repeats(every:_:)``.
  ///
  /// The first one comes after the turns that the effect's own turn leads to. Callback work may also send
  /// them before its body has returned, with their turns in between: both are tried.
  public static func sends(_ messages: Message...) -> EffectAnswer {
    EffectAnswer(messages: messages, delay: nil, ending: .ends)
  }

  /// Sends messages when a time has passed since the effect began, and ends the effect.
  ///
  /// With several messages, those after the first may come at any time. Of two times that are over at one
  /// moment either comes first. Otherwise the earlier one does: a check assumes that no program is slower
  /// than the difference.
  public static func after(_ delay: Duration, _ messages: Message...) -> EffectAnswer {
    EffectAnswer(messages: messages, delay: max(.zero, delay), ending: .ends)
  }

  /// Sends messages again and again, at any time, or each time when `delay` has passed.
  ///
  /// Only a cancellation ends the effect, or another of its answers.
  public static func repeats(every delay: Duration? = nil, _ messages: Message...) -> EffectAnswer {
    EffectAnswer(messages: messages, delay: delay.map { max(.zero, $0) }, ending: .repeats)
  }

  /// The effect ends without a message.
  public static var ends: EffectAnswer { EffectAnswer(messages: [], delay: nil, ending: .ends) }

  /// The effect never answers and never ends: it keeps its place in its queue until it is cancelled.
  public static var never: EffectAnswer { EffectAnswer(messages: [], delay: nil, ending: .staysSilent) }
}

extension EffectAnswer {
  /// Creates the answer of work whose time is over, with the `catch` that receives the error.
  init(of limit: WorkLimit, handledBy handler: ((any Error) -> Message?)?) {
    let error = EffectTimedOut(after: limit.time)
    let message = handler?(error)
    self.init(messages: message.map { [$0] } ?? [], delay: limit.delay, ending: .ends)
    if handler == nil { self.error = "an effect failed: \(error)" }
  }
}

/// An effect as a model check identifies it: by its names.
public struct ModelEffect: Hashable, Sendable {
  /// The label of the effect.
  public let label: EffectLabel?
  /// The id for its cancellation.
  public let id: EffectID?
  /// The queue that orders it.
  public let queue: EffectQueue?

  /// Creates the names of an effect.
  public init(label: EffectLabel? = nil, id: EffectID? = nil, queue: EffectQueue? = nil) {
    self.label = label
    self.id = id
    self.queue = queue
  }

  /// Its label, or else its id.
  var name: String { label?.description ?? id?.description ?? "unlabelled effect" }
}

extension ModelEffect: CustomStringConvertible {
  /// Its label, or else its id, and its queue, such as `search in books (latest)`.
  public var description: String { name + (queue.map { " in \($0)" } ?? "") }
}

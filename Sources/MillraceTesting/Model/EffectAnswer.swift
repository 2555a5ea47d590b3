public import Millrace

/// An answer that an effect may give in a model check, where no effect is run.
///
/// An effect for which several answers are declared gives one of them; which, and when, is left open, so that a
/// check goes through all.
///
/// ```swift
/// .answers { effect in
///   effect.label == "search" ? [.sends(.found([])), .sends(.failed), .never] : nil
/// }
/// ```
public struct EffectAnswer<Message: Sendable>: Sendable {
  enum Ending: Hashable, Sendable {
    case ends
    case beginsAnew
    case staysSilent
  }

  let messages: [Message]
  /// How long it takes; nil when it may come at any time.
  let delay: Duration?
  let ending: Ending

  /// Messages one after another, at any time, with which the effect ends.
  ///
  /// Other messages may come between them. The effect ends with the turn of its last message, and with what that
  /// turn itself sends.
  public static func sends(_ messages: Message...) -> EffectAnswer {
    EffectAnswer(messages: messages, delay: nil, ending: .ends)
  }

  /// Messages when a time has passed since the effect began; then it ends.
  ///
  /// With several messages, those after the first may come at any time.
  public static func after(_ delay: Duration, _ messages: Message...) -> EffectAnswer {
    EffectAnswer(messages: messages, delay: max(.zero, delay), ending: .ends)
  }

  /// Messages again and again, at any time, or each time when so much time has passed.
  ///
  /// Only a cancellation ends the effect, or another of its answers.
  public static func repeats(every delay: Duration? = nil, _ messages: Message...) -> EffectAnswer {
    EffectAnswer(messages: messages, delay: delay.map { max(.zero, $0) }, ending: .beginsAnew)
  }

  /// The effect ends without a message.
  public static var ends: EffectAnswer { EffectAnswer(messages: [], delay: nil, ending: .ends) }

  /// The effect never answers and never ends: it keeps its place in its queue until it is cancelled.
  public static var never: EffectAnswer { EffectAnswer(messages: [], delay: nil, ending: .staysSilent) }
}

/// An effect as a model check knows it: by its names.
public struct ModelEffect: Hashable, Sendable {
  /// The label of the effect.
  public let label: EffectLabel?
  /// The id that it is cancelled by.
  public let id: EffectID?
  /// The queue that it waits in.
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

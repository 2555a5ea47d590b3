public import MillraceCore

/// The queues of a machine's effects, each with its rule for several effects.
///
/// ```swift
/// enum EffectQueue: EffectQueueProtocol {
///   case `default`
///   case request
///
///   var flattenStrategy: FlattenStrategy {
///     switch self {
///     case .default: .merge
///     case .request: .latest
///     }
///   }
///
///   static var defaultEffectQueue: EffectQueue { .default }
/// }
/// ```
public protocol EffectQueueProtocol: Hashable, CaseIterable, Sendable {
  /// The rule for several effects in this queue.
  ///
  /// An invalid strategy, such as a negative limit, is reported to the flow's error handler when an effect
  /// requests the queue (`FlowError.invalidQueue`), and that effect then runs outside of it.
  var flattenStrategy: FlattenStrategy { get }
  /// The queue of effects that name none.
  static var defaultEffectQueue: Self { get }
}

/// The queue of a machine that needs no other: every effect starts at once.
public enum BasicEffectQueue: EffectQueueProtocol {
  /// The only queue: every effect starts at once.
  case `default`

  /// `merge`.
  public var flattenStrategy: FlattenStrategy { .merge }
  /// The only queue.
  public static var defaultEffectQueue: BasicEffectQueue { .default }
}

public import MillraceCore

/// The queues that a machine's effects stand in, each with what happens when several are asked for.
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
  /// What happens when several effects are asked for in this queue.
  ///
  /// A strategy that makes no sense, such as a negative limit, is told to the flow's error handler when an effect
  /// asks for the queue (`FlowError.invalidQueue`), and that effect then runs outside of it.
  var flattenStrategy: FlattenStrategy { get }
  /// The queue of effects that name none.
  static var defaultEffectQueue: Self { get }
}

/// The only queue of a machine that needs no other: everything starts at once.
public enum BasicEffectQueue: EffectQueueProtocol {
  /// Everything starts at once.
  case `default`

  /// `merge`.
  public var flattenStrategy: FlattenStrategy { .merge }
  /// The only one.
  public static var defaultEffectQueue: BasicEffectQueue { .default }
}

/// The commands that the application allows the inspector.
///
/// Turns and states are shown without any of them.
public struct InspectorPermissions: OptionSet, Sendable {
  /// The raw bits.
  public let rawValue: Int

  /// Creates permissions from raw bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The inspector may have the application show a past state, and the present again.
  public static let goBack = InspectorPermissions(rawValue: 1)
  /// The inspector may send messages to the stores that are shown with schemas.
  public static let send = InspectorPermissions(rawValue: 2)
  /// The inspector may put a past state, or the end of a branch, in the place of the present.
  ///
  /// The present states of the stores that are shown with schemas are lost then, unless a journal keeps the
  /// turns that led to them. Effects in flight go on, and their messages take turns on the new states. A
  /// state with places that `hiding:` keeps from the inspector is not replaced, and the request is refused.
  public static let keep = InspectorPermissions(rawValue: 4)

  /// The names in the protocol.
  var names: [String] {
    [(Self.goBack, "back"), (.send, "send"), (.keep, "keep")].filter { contains($0.0) }.map(\.1)
  }
}

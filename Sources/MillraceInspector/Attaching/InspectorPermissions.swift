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

  /// The names in the protocol.
  var names: [String] { (contains(.goBack) ? ["back"] : []) + (contains(.send) ? ["send"] : []) }
}

/// When a controller shows that its commands are under way.
public enum RefreshMode: Hashable, Sendable {
  /// Whenever they are.
  case always
  /// While there is no item to look at.
  case onlyWhenEmpty
  /// Never.
  case disabled
}

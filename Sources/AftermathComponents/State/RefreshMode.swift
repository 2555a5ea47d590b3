/// The conditions under which a controller shows the progress of its commands.
public enum RefreshMode: Hashable, Sendable {
  /// Whenever a command is in progress.
  case always
  /// Only while there are no items.
  case onlyWhenEmpty
  /// Never.
  case disabled
}

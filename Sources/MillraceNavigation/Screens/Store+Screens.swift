public import Millrace

extension Millrace.Store {
  /// Returns a screen of a path as a store of its own; its state is nil when the screen is not in the path.
  ///
  /// Its observers cost nothing in turns that change other screens.
  public func scope<Screen, ScreenMessage: Sendable>(
    _ path: KeyPath<State, ScreenPath<Screen>>, screen id: ScreenID,
    _ embed: @escaping @Sendable (NavigationMessage<ScreenMessage>) -> Message
  ) -> Scope<Screen?, ScreenMessage> {
    scope(path.appending(path: \.table), row: id) { embed(.screen(id, $0)) }
  }

  /// Returns a presented screen as a store of its own; its state is nil when the screen has left.
  public func scope<Screen, ScreenMessage: Sendable>(
    _ path: KeyPath<State, Presentation<Screen>>, screen id: ScreenID,
    _ embed: @escaping @Sendable (NavigationMessage<ScreenMessage>) -> Message
  ) -> Scope<Screen?, ScreenMessage> {
    scope(path.appending(path: \.path.table), row: id) { embed(.screen(id, $0)) }
  }
}

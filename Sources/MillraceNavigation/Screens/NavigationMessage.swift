/// A message of a ``ScreenPath`` or a ``Presentation``: one for a screen, or the dismissal of a screen.
///
/// The state around wraps it in one case: `case path(NavigationMessage<ScreenMessage>)`.
public enum NavigationMessage<Message> {
  /// A message for the screen with this id.
  case screen(ScreenID, Message)
  /// The user has dismissed the screen with this id, and with it all screens above.
  case dismissed(ScreenID)

  /// Returns the same with a wrapped message, such as for a case of an enum of screens.
  public func map<NewMessage>(_ transform: (Message) -> NewMessage) -> NavigationMessage<NewMessage> {
    switch self {
    case .screen(let id, let message): .screen(id, transform(message))
    case .dismissed(let id): .dismissed(id)
    }
  }

  /// Returns the dismissal that a user interface wants which has shown a path and has shortened its list of
  /// ids; nil if no screen is missing.
  ///
  /// It is the dismissal of the lowest missing screen. Ids that were not shown are ignored. It does nothing
  /// if the screen has left by the time of its turn, whatever is on top then.
  public static func dismissal(
    from shown: some Sequence<ScreenID>, to ids: some Sequence<ScreenID>
  ) -> NavigationMessage? {
    let left = Set(ids)
    return shown.first { !left.contains($0) }.map { .dismissed($0) }
  }
}

extension NavigationMessage: Equatable where Message: Equatable {}
extension NavigationMessage: Hashable where Message: Hashable {}
extension NavigationMessage: Sendable where Message: Sendable {}
extension NavigationMessage: Encodable where Message: Encodable {}
extension NavigationMessage: Decodable where Message: Decodable {}

public import Millrace

extension StaticPart {
  /// Applies a message to the screens; see ``ScreenPart/update(_:_:)``.
  public func update<State, Message, ScreenMessage>(
    _ state: inout State, _ message: NavigationMessage<ScreenMessage>
  ) -> Effect<Message> where Made == ScreenPart<State, Message, ScreenMessage> {
    part.update(&state, message)
  }
}

public import Katana

/// What one update gives: the model after it, and the commands it asks for.
public struct UpdateOutcome<Mdl: Model> {
  /// The model after the update.
  public let model: Mdl
  /// The commands, in their order.
  public let commands: CommandList
  /// Whether the updater knew the message; when it did not, the model is as it was.
  public let isHandled: Bool
}

extension UpdateOutcome: Equatable where Mdl: Equatable {}

extension Updater {
  /// What the update of one message gives.
  ///
  /// ```swift
  /// let outcome = AccountUpdater().outcome(of: AccountMessage.logIn("ada"), on: .loggedOut)
  /// #expect(outcome.model == .loggingIn)
  /// #expect(outcome.commands == [LogIn(name: "ada")])
  /// ```
  public func outcome(of message: any Message, on model: Mdl) -> UpdateOutcome<Mdl> {
    outcome(of: [message], on: model)
  }

  /// What the updates of several messages give, one after another, with the commands of all.
  ///
  /// It is handled when each message is.
  public func outcome(of messages: [any Message], on model: Mdl) -> UpdateOutcome<Mdl> {
    var model = model
    var commands: [any Command] = []
    var isHandled = true
    for message in messages {
      if let more = apply(message, to: &model) {
        commands += more
      } else {
        isHandled = false
      }
    }
    return UpdateOutcome(model: model, commands: CommandList(commands), isHandled: isHandled)
  }
}

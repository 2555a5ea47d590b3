public import Katana

/// The result of one update: the new model and the requested commands.
public struct UpdateOutcome<Mdl: Model> {
  /// The model after the update.
  public let model: Mdl
  /// The commands, in order.
  public let commands: CommandList
  /// True when the updater handled the message; when it did not, the model is unchanged.
  public let isHandled: Bool
}

extension UpdateOutcome: Equatable where Mdl: Equatable {}

extension Updater {
  /// Returns the result of the update for one message.
  ///
  /// ```swift
  /// let outcome = AccountUpdater().outcome(of: AccountMessage.logIn("ada"), on: .loggedOut)
  /// #expect(outcome.model == .loggingIn)
  /// #expect(outcome.commands == [LogIn(name: "ada")])
  /// ```
  public func outcome(of message: any Message, on model: Mdl) -> UpdateOutcome<Mdl> {
    outcome(of: [message], on: model)
  }

  /// Returns the result of several updates, one after another, with all their commands.
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

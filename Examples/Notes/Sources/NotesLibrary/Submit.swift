public import Katana
public import NotesShelf

/// A command to change the shelf.
public struct Submit: Command, Hashable {
  public let action: ChangeItem.Action
  /// The key of the creation of the item, where its number is uncertain.
  public let created: String?

  init(_ action: ChangeItem.Action, created: String? = nil) {
    self.action = action
    self.created = created
  }
}

/// An interpreter that sends changes to the shelf, which shows them at once.
public struct SubmitInterpreter: CommandInterpreter {
  private let send: (ChangeItem) -> Void

  /// Creates an interpreter.
  ///
  /// - Parameter send: A closure that sends a command to the shelf's store; called at home.
  public init(send: @escaping (ChangeItem) -> Void) {
    self.send = send
  }

  public func interpret(dispatch: Dispatcher, command: Submit) {
    // Not in the update: a key is never used twice, whatever a journal has lost.
    let key = "\(dispatch.environment.identifiers.next())"
    send(ChangeItem(command.action, key: key, created: command.created))
  }
}

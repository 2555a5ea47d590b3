public import Katana
import Millrace
public import MillraceTesting

extension Logic where State: Model, Message == any Katana.Message {
  /// Creates the logic of an updater, for a model check.
  ///
  /// No command is interpreted. Commands wait in their queues and are cancelled as in a store. A
  /// `DelayCommand` answers by itself when its time has passed. Commands are compared by `==` where they are
  /// `Equatable`, else by their texts.
  ///
  /// ```swift
  /// let logic = Logic(App(), updater: AppUpdater()) { command in
  ///   command is LoadUser ? [.sends(AccountMessage.loaded("ada")), .sends(AccountMessage.failed)] : nil
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - model: The model before the first message.
  ///   - updater: The updater of the model.
  ///   - answers: The possible answers of a command; nil leaves them to the check.
  public init(
    _ model: State, updater: some Updater<State>,
    answers: @escaping (any Command) -> [EffectAnswer<any Katana.Message>]? = { _ in nil }
  ) {
    self.init(initial: model) { model, message in
      updater.apply(message, to: &model).map { commands in
        LogicStep(commands.map { Self.request(of: $0, answers) })
      }
    }
  }

  private static func request(
    of asked: any Command, _ answers: (any Command) -> [EffectAnswer<any Katana.Message>]?
  ) -> LogicRequest<any Katana.Message> {
    var command = asked
    // The depth to which a store unwraps.
    for _ in 0..<100 {
      guard let wrapper = command as? any CommandWrapper else { break }
      command = wrapper.wrapped
    }
    if let cancel = command as? CancelCommand { return .cancel(id: cancel.id) }
    var declared = answers(asked) ?? answers(command)
    if let delay = command as? DelayCommand { declared = declared ?? [.after(delay.time, delay.message)] }
    return .run(
      ModelEffect(
        label: EffectLabel(CommandName(command: asked)), id: asked.effectID, queue: asked.effectQueue),
      answers: declared)
  }
}

/// A command as the name of an effect.
private struct CommandName: Hashable, Sendable, CustomStringConvertible {
  let command: any Command

  var description: String { "\(command)" }

  static func == (left: CommandName, right: CommandName) -> Bool {
    guard type(of: left.command) == type(of: right.command) else { return false }
    return left.command is any Equatable
      ? areSame(left.command, right.command) : left.description == right.description
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: command)))
  }
}

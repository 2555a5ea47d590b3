public import Katana
import Millrace
public import MillraceTesting

// Commands as values in the steps of a test store.
extension ExpectedEffect {
  /// The command starts; compared by `==` where it is `Equatable`, else by its text.
  ///
  /// ```swift
  /// test.send(AccountMessage.logIn("ada"), effects: [.starts(LogIn(name: "ada"))])
  /// ```
  public static func starts(_ command: some Command) -> ExpectedEffect {
    starts(label(of: command), id: command.effectID, in: command.effectQueue?.name)
  }

  /// The command is put in its queue, where it waits.
  public static func waits(_ command: some Command) -> ExpectedEffect {
    waits(label(of: command), id: command.effectID, in: command.effectQueue?.name)
  }

  /// The command ran, and is cancelled.
  public static func cancels(_ command: some Command) -> ExpectedEffect {
    cancels(label(of: command), id: command.effectID, in: command.effectQueue?.name)
  }

  /// The command had not begun, and never will.
  public static func drops(_ command: some Command) -> ExpectedEffect {
    drops(label(of: command), id: command.effectID, in: command.effectQueue?.name)
  }

  private static func label(of command: any Command) -> EffectLabel {
    EffectLabel(CommandLabel(command: command))
  }
}

import Millrace
import MillraceToolkit

extension Interpreters {
  /// The insides of a store for tools: its interpreters, and how many commands each has taken while a tap
  /// watched.
  ///
  /// The live subscriptions are a table of the kernel, whose ids are the subscriptions themselves.
  private var facts: StoreFacts {
    StoreFacts(
      dialect: "Katana",
      tables: [
        FactTable(
          "Interpreters", columns: ["Command", "Interpreter", "Taken"], of: commandRows,
          marked: { $0.taken ?? 0 > 0 },
          row: { [$0.subject, $0.name, $0.taken.map { "\($0)" } ?? ""] }),
        FactTable(
          "Subscription interpreters", columns: ["Subscription", "Interpreter"], of: subscriptionRows,
          row: { [$0.subject, $0.name] }),
      ])
  }

  /// Shows the interpreters to tools.
  func show<Mdl: Model>(on store: Millrace.Store<Mdl, any Message>) {
    StoreInternals(store).describe(
      whenTapped: { [unowned self] in watch($0) }, facts: { [unowned self] _ in facts })
  }
}

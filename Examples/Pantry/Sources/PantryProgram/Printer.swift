import Flask
import PantryLogic

/// A listener that prints the changes of each transaction, key by key.
@MainActor
final class Printer: FlaskReactor {
  private let pantry: Pantry
  private let write: (String) -> Void
  private var watches: [String: Watch] = [:]

  /// The owner of a reactor that listens to one thing.
  private final class Watch {}

  init(_ pantry: Pantry, _ write: @escaping (String) -> Void) {
    self.pantry = pantry
    self.write = write
    pantry.flask.attachReactor(to: self, mixing: [pantry.stock, pantry.list, pantry.book, pantry.till])
  }

  func flaskReactions(reaction: FlaskReaction) {
    reaction.at(pantry.list)?.on(\.items) { write(Self.difference("list", $0)) }
    reaction.at(pantry.stock)?.on(\.items) { write(Self.difference("stock", $0)) }
    reaction.on(BookState.prop.day) { change in write("  book: day \(change.newValue() ?? 0)") }
    reaction.on(BookState.prop.left) { change in write("  book: \(money(change.newValue() ?? 0)) left") }
    reaction.at(pantry.till)?.on(\.isBusy) { change in
      write(change.newValue() ? "  till: queueing, and the bus is locked" : "  till: out of the queue")
    }
  }

  /// Prints each change of one thing's stock; its key is known beforehand, so other transactions cost
  /// nothing.
  func watch(_ item: String) {
    let watch = Watch()
    watches[item] = watch
    pantry.flask.reactor(attachedTo: watch, mixing: pantry.stock).on("items.\(item)") { [write] _, change in
      let (old, new): (Int?, Int?) = (change.oldValue(), change.newValue())
      write("  watch: \(item) was \(old ?? 0), is \(new ?? 0)")
    }
  }

  private static func difference<S: FlaskState>(_ name: String, _ change: KeyPathChange<S, Amounts>) -> String
  {
    let (old, new) = (change.oldValue(), change.newValue())
    let items = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    return "  \(name): "
      + items.map { item in new[item].map { "\(item) \($0)" } ?? "no \(item)" }.joined(separator: ", ")
  }
}

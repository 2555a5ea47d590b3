import Aftermath
import Features

/// A listener that prints the results of one feature's commands.
@MainActor
final class Shelf<Feature: ShelfFeature>: ReactionProducer {
  nonisolated let engine: Engine
  private let write: (String) -> Void
  /// The list that was printed since the last `list`.
  private var shown: [Feature.Model]?

  init(engine: Engine, write: @escaping (String) -> Void) {
    self.engine = engine
    self.write = write
    let word = Feature.word
    react(to: ListCommand<Feature>.self, with: Reaction(wait: { [weak self] in self?.shown = nil }))
    follow(ListCommand<Feature>.self, "Fetching the \(word)s ...") { shelf, models in shelf.show(models) }
    follow(DetailCommand<Feature>.self, "Fetching a \(word) ...") { shelf, model in shelf.show(model) }
    follow(CreateCommand<Feature>.self, "Adding a \(word) ...") { shelf, model in shelf.show(model) }
    follow(UpdateCommand<Feature>.self, "Changing a \(word) ...") { shelf, model in shelf.show(model) }
    follow(DeleteCommand<Feature>.self, "Deleting a \(word) ...") { shelf, id in
      shelf.write("There is no \(word) \(id) any more.")
    }
  }

  /// Prints the results of commands of a type.
  private func follow<C: Command>(
    _ command: C.Type, _ beginning: String, _ consume: @escaping (Shelf, C.Output) -> Void
  ) {
    react(
      to: command,
      with: Reaction(
        wait: { [weak self] in self?.write(beginning) },
        consume: { [weak self] output in
          if let self { consume(self, output) }
        },
        rescue: { [weak self] error in self?.write(Wording.sentence(error, word: Feature.word)) }))
  }

  /// Prints a list unless it was just printed; the first one may be the known list.
  private func show(_ models: [Feature.Model]) {
    defer { shown = models }
    if shown == models { return write("That is what the server has, too.") }
    if shown != nil { write("The server has something else by now:") }
    if models.isEmpty { return write("  There are no \(Feature.word)s.") }
    for model in models { show(model) }
  }

  private func show(_ model: Feature.Model) { write("  \(model.id)  \(Feature.line(model))") }
}

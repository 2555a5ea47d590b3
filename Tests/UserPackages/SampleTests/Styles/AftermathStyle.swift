import Aftermath

enum AftermathStyle {
  struct SaveNote: Command { typealias Output = Void }

  struct SaveNoteHandler: AsyncCommandHandler {
    let save: Save
    func handle(command: SaveNote) async throws { try await save() }
  }

  @MainActor
  final class Button: SaveButton, CommandProducer, ReactionProducer {
    let engine = Engine(name: "notes")
    private var phase = SavePhase.ready
    var title: String { phase.title }

    init(save: @escaping Save) {
      engine.use(handler: SaveNoteHandler(save: save))
      react(
        to: SaveNote.self,
        with: Reaction(
          wait: { [weak self] in self?.phase = .saving },
          consume: { [weak self] in self?.phase = .saved },
          rescue: { [weak self] _ in self?.phase = .failed }))
    }

    func press() {
      if phase != .saving { execute(command: SaveNote()) }
    }

    func settle() async { await engine.run() }
  }
}

import Katana

enum KatanaStyle {
  struct Note: Model { var phase = SavePhase.ready }
  enum NoteMessage: Message { case pressed, saved, failed }
  struct SaveNote: Command {}

  struct NoteUpdater: TypedUpdater {
    func update(model: inout Note, message: NoteMessage) -> [any Command] {
      switch message {
      case .pressed:
        if model.phase == .saving { return [] }
        model.phase = .saving
        return [SaveNote()]
      case .saved: model.phase = .saved
      case .failed: model.phase = .failed
      }
      return []
    }
  }

  struct SaveInterpreter: AsyncCommandInterpreter {
    let save: Save

    func interpret(dispatch: AsyncDispatch, command: SaveNote) async {
      do {
        try await save()
        await dispatch(NoteMessage.saved)
      } catch {
        await dispatch(NoteMessage.failed)
      }
    }
  }

  @MainActor
  final class Button: SaveButton {
    private let store: Store<Note>
    private(set) var title = SavePhase.ready.title

    init(save: @escaping Save) throws {
      store = try Store(model: Note(), updater: NoteUpdater(), interpreters: [SaveInterpreter(save: save)])
      store.observe(\.phase.title, owner: self) { button, title in button.title = title }
    }

    func press() { store.dispatch(NoteMessage.pressed) }
    func settle() async { await store.run() }
  }
}

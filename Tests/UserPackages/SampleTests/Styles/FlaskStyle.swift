import Flask

enum FlaskStyle {
  struct NoteState: Flask.State { var phase = SavePhase.ready }

  @MainActor
  final class Button: SaveButton {
    private let flask = Flask(name: "notes", archives: MemoryArchives())
    private let note: Substance<NoteState>
    private let save: Save
    private var reactor: Reactor<Button>?
    private var saving: Task<Void, Never>?
    private(set) var title = SavePhase.ready.title

    init(save: @escaping Save) {
      self.save = save
      note = flask.newSubstance(definedBy: NoteState.self)
      reactor = flask.reactor(attachedTo: self, mixing: note)
        .on(\NoteState.phase.title) { button, change in button.title = change.newValue() }
    }

    func press() {
      if note.state.phase == .saving { return }
      set(.saving)
      saving = Task {
        do {
          try await save()
          set(.saved)
        } catch {
          set(.failed)
        }
      }
    }

    private func set(_ phase: SavePhase) {
      reactor?.mix(note) { $0.prop.phase = phase }.andReact()
    }

    func settle() async { await saving?.value }
  }
}

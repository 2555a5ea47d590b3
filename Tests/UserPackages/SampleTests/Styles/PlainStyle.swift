import Millrace

enum PlainStyle {
  enum Message: Sendable { case pressed, saved, failed }

  @MainActor
  final class Button: SaveButton {
    private let store: Store<SavePhase, Message>
    private(set) var title = SavePhase.ready.title

    init(save: @escaping Save) {
      store = Store(.ready) { phase, message in
        switch message {
        case .pressed:
          if phase == .saving { return .none }
          phase = .saving
          return .run(label: "save") { send in
            try await save()
            await send(.saved)
          } catch: { _ in
            .failed
          }
        case .saved: phase = .saved
        case .failed: phase = .failed
        }
        return .none
      }
      store.observe(\.title, owner: self) { button, title in button.title = title }
    }

    func press() { store.send(.pressed) }
    func settle() async { await store.run() }
  }
}

#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Shows a dialog while there is one, as an alert or as a confirmation.
  ///
  /// ```swift
  /// NoteView().dialog(store.question.presented) { store.send(.question($0)) }
  /// ```
  ///
  /// - Parameters:
  ///   - dialog: The dialog with its id; nil for none.
  ///   - send: A function that sends the choice of the user, or the dismissal, to the store.
  @MainActor
  public func dialog<Choice>(
    _ dialog: PresentedScreen<DialogContent<Choice>>?,
    send: @escaping @MainActor (NavigationMessage<Choice>) -> Void
  ) -> some View {
    alert(
      Text(dialog?.screen.title ?? ""), isPresented: isShown(dialog, .alert, send), presenting: dialog,
      actions: { buttons(of: $0, send) },
      message: { shown in shown.screen.text.map { Text($0) } }
    )
    .confirmationDialog(
      Text(dialog?.screen.title ?? ""), isPresented: isShown(dialog, .confirmation, send),
      titleVisibility: .visible, presenting: dialog,
      actions: { buttons(of: $0, send) },
      message: { shown in shown.screen.text.map { Text($0) } })
  }

  @MainActor
  private func isShown<Choice>(
    _ dialog: PresentedScreen<DialogContent<Choice>>?, _ style: DialogContent<Choice>.Style,
    _ send: @escaping @MainActor (NavigationMessage<Choice>) -> Void
  ) -> SwiftUI.Binding<Bool> {
    let id = dialog?.screen.style == style ? dialog?.id : nil
    return SwiftUI.Binding(
      get: { id != nil },
      set: { isShown in
        guard !isShown, let id else { return }
        MainActor.assumeIsolated { send(.dismissed(id)) }
      })
  }

  @MainActor
  private func buttons<Choice>(
    of dialog: PresentedScreen<DialogContent<Choice>>,
    _ send: @escaping @MainActor (NavigationMessage<Choice>) -> Void
  ) -> some View {
    ForEach(Array(dialog.screen.buttons.enumerated()), id: \.offset) { _, button in
      Button(role: button.role.inSwiftUI) {
        send(button.message(in: dialog.id))
      } label: {
        Text(button.title)
      }
    }
  }
}

extension DialogButton.Role {
  fileprivate var inSwiftUI: ButtonRole? {
    switch self {
    case .plain: nil
    case .destructive: .destructive
    case .cancel: .cancel
    }
  }
}
#endif

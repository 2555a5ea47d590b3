#if canImport(SwiftUI)
public import SwiftUI

extension MillraceForms.StateBinding {
  /// A SwiftUI binding to the same value, on the main actor.
  @MainActor
  public var swiftUI: SwiftUI.Binding<Value> {
    // Sound: a store that views bind to lives on the main actor, and SwiftUI reads and writes its bindings
    // there.
    nonisolated(unsafe) let binding = self
    return SwiftUI.Binding(get: { binding.wrappedValue }, set: { binding.wrappedValue = $0 })
  }
}

extension View {
  /// Keeps the keyboard focus of views and the focus of a form the same.
  ///
  /// ```swift
  /// TextField("Name", text: form.textBinding(\.name).swiftUI).focused($focus, equals: "name")
  /// …
  /// .focus($focus, follows: form.focusBinding())
  /// ```
  ///
  /// - Parameters:
  ///   - focus: The focus of the views, each `focused` with the name of its field.
  ///   - binding: The focus in the state.
  @MainActor
  public func focus(
    _ focus: FocusState<String?>.Binding, follows binding: MillraceForms.StateBinding<String?>
  ) -> some View {
    onChange(of: binding.wrappedValue, initial: true) { _, name in
      if focus.wrappedValue != name { focus.wrappedValue = name }
    }
    .onChange(of: focus.wrappedValue) { _, name in
      if binding.wrappedValue != name { binding.wrappedValue = name }
    }
  }
}
#endif

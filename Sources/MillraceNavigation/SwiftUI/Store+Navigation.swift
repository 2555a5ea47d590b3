#if canImport(SwiftUI)
public import Millrace
public import MillraceOptics
public import SwiftUI

extension Millrace.Store {
  /// Returns a binding for the path of a `NavigationStack`: the ids of the screens.
  ///
  /// The store receives the dismissal of the lowest screen that the user leaves by going back. The binding
  /// never pushes: send a message of your own, which pushes a screen.
  ///
  /// ```swift
  /// NavigationStack(path: store.screens(\.path) { .path($0) }) {
  ///   Home().navigationDestination(for: ScreenID.self) { id in Page(id: id) }
  /// }
  /// ```
  @MainActor
  public func screens<Screen, ScreenMessage: Sendable>(
    _ path: KeyPath<State, ScreenPath<Screen>>,
    _ embed: @escaping @Sendable (NavigationMessage<ScreenMessage>) -> Message
  ) -> SwiftUI.Binding<[ScreenID]> {
    let idsPath = path.appending(path: \.ids)
    // The user goes back from what the view shows, which the state may have left by then.
    let shown = Array(self[dynamicMember: idsPath])
    // Sound: a store that views bind to lives on the main actor, and SwiftUI reads and writes its bindings
    // there.
    nonisolated(unsafe) let (store, path) = (self, idsPath)
    return SwiftUI.Binding(
      get: { Array(store[dynamicMember: path]) },
      set: { ids in
        guard let message = NavigationMessage<ScreenMessage>.dismissal(from: shown, to: ids) else { return }
        MainActor.assumeIsolated { _ = store.send(embed(message)) }
      })
  }

  /// Returns a binding for `sheet(item:)`, `fullScreenCover(item:)` and `popover(item:)`: the presented
  /// screen, if it is of one kind.
  ///
  /// The store receives the dismissal when the user dismisses the screen.
  ///
  /// - Parameters:
  ///   - presentation: The property that holds the presentation.
  ///   - kind: The prism of the case that the view shows; nil is shown for others.
  ///   - embed: A function that wraps the messages of the presentation into those of the store.
  @MainActor
  public func presented<Screen, Part, ScreenMessage: Sendable>(
    _ presentation: KeyPath<State, Presentation<Screen>>, as kind: Prism<Screen, Part>,
    _ embed: @escaping @Sendable (NavigationMessage<ScreenMessage>) -> Message
  ) -> SwiftUI.Binding<PresentedScreen<Part>?> {
    let shown = self[dynamicMember: presentation].presented(as: kind)?.id
    // Sound: as above.
    nonisolated(unsafe) let (store, path) = (self, presentation)
    return SwiftUI.Binding(
      get: { store[dynamicMember: path].presented(as: kind) },
      set: { item in
        guard item == nil, let shown else { return }
        MainActor.assumeIsolated { _ = store.send(embed(.dismissed(shown))) }
      })
  }
}
#endif

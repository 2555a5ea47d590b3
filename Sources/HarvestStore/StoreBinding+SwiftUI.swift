#if canImport(SwiftUI)
public import SwiftUI

extension HarvestStore.StoreBinding {
  /// A SwiftUI binding to the same value, on the main actor.
  @MainActor
  public var swiftUI: SwiftUI.Binding<Value> {
    // Sound: a store that views bind to lives on the main actor, and SwiftUI reads and writes its bindings
    // there.
    nonisolated(unsafe) let binding = self
    return SwiftUI.Binding(get: { binding.wrappedValue }, set: { binding.wrappedValue = $0 })
  }
}
#endif

#if canImport(SwiftUI)
import Millrace
import SevenTasks
import SwiftUI

struct CounterView: View {
  @State private var store = Counter.store()

  var body: some View {
    HStack {
      Text("\(store.value)").accessibilityLabel("Value")
      Button("Count") { store.send(.count) }
    }
  }
}
#endif

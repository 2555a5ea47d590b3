#if canImport(SwiftUI)
import Millrace
import MillraceForms
import SevenTasks
import SwiftUI

struct TemperatureView: View {
  @State private var store = Temperature.store()

  var body: some View {
    SwiftUI.Form {
      TextField("Celsius", text: store.binding(\.celsius) { .celsius($0) }.swiftUI)
      Problem(text: store.celsiusProblem)
      TextField("Fahrenheit", text: store.binding(\.fahrenheit) { .fahrenheit($0) }.swiftUI)
      Problem(text: store.fahrenheitProblem)
    }
  }
}

/// A sentence about wrong content.
struct Problem: View {
  let text: String?

  var body: some View {
    if let text { Text(text).foregroundStyle(.red) }
  }
}
#endif

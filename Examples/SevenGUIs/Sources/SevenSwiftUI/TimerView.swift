#if canImport(SwiftUI)
import Millrace
import MillraceForms
import SevenTasks
import SwiftUI

struct TimerView: View {
  @State private var store = ElapsedTimer.store()

  var body: some View {
    SwiftUI.Form {
      ProgressView(value: store.fraction) { Text("Elapsed") }
      LabeledContent("Time", value: store.elapsedText)
      Slider(
        value: store.binding(\.duration) { .setDuration($0) }.seconds.swiftUI, in: ElapsedTimer.seconds,
        step: 0.5
      ) {
        Text("Duration")
      }
      Button("Reset") { store.send(.reset) }
    }
  }
}

extension StateBinding<Duration> {
  fileprivate var seconds: StateBinding<Double> { invmap(get: { $0 / .seconds(1) }, set: { .seconds($0) }) }
}
#endif

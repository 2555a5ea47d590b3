#if canImport(SwiftUI)
import Millrace
import MillraceForms
import SevenTasks
import SwiftUI

struct FlightView: View {
  @State private var store = FlightBooker.store()

  var body: some View {
    let form = store.scope(\.form) { .form($0) }
    SwiftUI.Form {
      Picker("Flight", selection: form.valueBinding(\.kind).swiftUI) {
        ForEach(Flight.Kind.allCases, id: \.self) { Text($0.rawValue).tag($0) }
      }
      TextField("Departure", text: form.textBinding(\.departure).swiftUI)
      Problem(text: store.departureProblem)
      TextField("Return", text: form.textBinding(\.return).swiftUI).disabled(!store.hasReturn)
      Problem(text: store.returnProblem)
      Button("Book") { form.send(.submit) }.disabled(!store.canBook)
      Text(store.booking ?? "")
    }
  }
}
#endif

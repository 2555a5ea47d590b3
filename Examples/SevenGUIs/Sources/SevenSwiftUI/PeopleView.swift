#if canImport(SwiftUI)
import Millrace
import MillraceForms
import SevenTasks
import SwiftUI

struct PeopleView: View {
  @State private var store = People.store()

  var body: some View {
    let form = store.scope(\.form) { .form($0) }
    SwiftUI.Form {
      TextField("Filter prefix", text: store.binding(\.prefix) { .filter($0) }.swiftUI)
      List(store.listing.ids, id: \.self, selection: store.binding(\.selection) { .select($0) }.swiftUI) {
        id in
        Text(store.people[id]?.description ?? "")
      }
      TextField("Name", text: form.textBinding(\.name).swiftUI)
      TextField("Surname", text: form.textBinding(\.surname).swiftUI)
      HStack {
        Button("Create") { store.send(.create) }.disabled(!store.canCreate)
        Button("Update") { store.send(.update) }.disabled(!store.canUpdate)
        Button("Delete") { store.send(.delete) }.disabled(!store.canDelete)
      }
    }
  }
}
#endif

import Millrace
import MillraceForms
import SevenTasks
import Widgets

@MainActor
func peopleView(_ store: Store<People, People.Message>) -> Widget {
  let prefix = Field("Filter prefix") { store.send(.filter($0)) }
  let list = ListBox("People") { index in
    store.send(.select(index.map { store.listing.ids[$0] }))
  }
  let name = Field("Name") { store.send(.form(.type(\.name, $0))) }
  let surname = Field("Surname") { store.send(.form(.type(\.surname, $0))) }
  let create = Button("Create") { store.send(.create) }
  let update = Button("Update") { store.send(.update) }
  let delete = Button("Delete") { store.send(.delete) }
  store.observe(\.prefix, owner: prefix, initial: true) { $0.text = $1 }
  store.observe(\.listing, owner: list, initial: true) { $0.show($1.rows, selected: $1.selected) }
  store.observe(\.name, owner: name, initial: true) { $0.text = $1 }
  store.observe(\.surname, owner: surname, initial: true) { $0.text = $1 }
  store.observe(\.canCreate, owner: create, initial: true) { $0.isEnabled = $1 }
  store.observe(\.canUpdate, owner: update, initial: true) { $0.isEnabled = $1 }
  store.observe(\.canDelete, owner: delete, initial: true) { $0.isEnabled = $1 }
  return Column(
    Form(prefix), Scroll(list, width: 320, height: 160), Form(name, surname), Row(create, update, delete))
}

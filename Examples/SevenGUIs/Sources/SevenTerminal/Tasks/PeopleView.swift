import MillraceForms
import SevenTasks

func peopleView(_ people: People) -> [Control<People.Message>] {
  let listing = people.listing
  return [
    .field("Filter prefix", people.prefix) { .filter($0) },
    .list("People", listing.rows, selected: listing.selected) { .select(listing.ids[$0]) },
    .field("Name", people.name) { .form(.type(\.name, $0)) },
    .field("Surname", people.surname) { .form(.type(\.surname, $0)) },
    .button("Create", isEnabled: people.canCreate, .create),
    .button("Update", isEnabled: people.canUpdate, .update),
    .button("Delete", isEnabled: people.canDelete, .delete),
  ]
}

import Millrace
import MillraceForms
import MillraceTesting
import Testing

@testable import SevenTasks

@Suite("CRUD")
struct PeopleTests {
  @Test("a name is created, updated and deleted")
  @MainActor func story() async {
    let test = TestStore(People.store(), mode: .relaxed)
    #expect(!test.state.canCreate && !test.state.canUpdate && !test.state.canDelete)
    test.send(.form(.type(\.name, "Ada")))
    test.send(.form(.type(\.surname, "Lovelace")))
    test.send(.create) { $0.people[4] = Person(name: "Ada", surname: "Lovelace") }
    test.send(.select(2)) { $0.selection = 2 }
    #expect(test.state.name == "Max" && test.state.surname == "Mustermann")
    test.send(.form(.type(\.name, "Erika")))
    test.send(.update) { $0.people[2] = Person(name: "Erika", surname: "Mustermann") }
    #expect(test.state.listing.rows == ["Emil, Hans", "Mustermann, Erika", "Tisch, Roman", "Lovelace, Ada"])
    #expect(test.state.listing.selected == 1)
    test.send(.delete) {
      $0.people.remove(id: 2)
      $0.selection = nil
    }
    #expect(!test.state.canUpdate && !test.state.canDelete)
    await test.finish()
  }

  @Test(
    "what cannot be done changes nothing", arguments: [People.Message.create, .update, .delete, .select(99)])
  @MainActor func impossible(message: People.Message) async {
    let test = TestStore(People.store())
    test.send(message)
    await test.finish()
  }

  @Test(
    "the list shows those whose surname begins with the prefix, and no other is selected", arguments: 1...30)
  func filter(seed: UInt64) {
    var random = RandomSource.seeded(seed)
    var people = People()
    let surnames = ["Emil", "emilsson", "Tisch", "Mustermann", "Ömer", "Em"]
    for _ in 0..<200 {
      let message: People.Message =
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .filter(["", "e", "EM", "emil", "ö", "zz"][Int.random(in: 0..<6, using: &random)])
        case 1: .select(Int.random(in: 0...9, using: &random))
        case 2: .create
        case 3: .update
        case 4: .delete
        default: .form(.type(\.surname, surnames[Int.random(in: 0..<6, using: &random)]))
        }
      let before = people
      _ = People.update(&people, message)
      let expected = people.people.filter {
        $0.row.surname.lowercased().hasPrefix(people.prefix.lowercased())
      }
      #expect(people.listing.ids == expected.map(\.id), "seed \(seed)")
      #expect((people.selection == nil) == (people.listing.selected == nil), "seed \(seed)")
      let change =
        switch message {
        case .create: before.canCreate ? 1 : 0
        case .delete: before.canDelete ? -1 : 0
        default: 0
        }
      #expect(people.people.count == before.people.count + change, "seed \(seed)")
    }
  }
}

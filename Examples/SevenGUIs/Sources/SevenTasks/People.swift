public import Millrace
public import MillraceForms

/// A name, and the form that edits it.
public struct Person: FormValues, CustomStringConvertible {
  public var name: String
  public var surname: String

  public init(name: String = "", surname: String = "") {
    self.name = name
    self.surname = surname
  }

  public static let form = FormDefinition<Person>(fields: [
    FormField("name", \.name),
    FormField("surname", \.surname) { $0.isEmpty ? "Write a surname." : nil },
  ])

  public var description: String { name.isEmpty ? surname : "\(surname), \(name)" }
}

/// Task 5: a list of names that can be filtered, created, updated and deleted.
public struct People: Equatable, Sendable {
  public enum Message: Equatable, Sendable {
    case filter(String)
    case select(Int?)
    case form(FormMessage<Person>)
    case create
    case update
    case delete
  }

  /// The rows that the list shows.
  public struct Listing: Equatable, Sendable {
    public var ids: [Int] = []
    public var rows: [String] = []
    /// The position of the selected row.
    public var selected: Int?
  }

  public internal(set) var people: RowTable<Int, Person> = [
    1: Person(name: "Hans", surname: "Emil"), 2: Person(name: "Max", surname: "Mustermann"),
    3: Person(name: "Roman", surname: "Tisch"),
  ]
  public internal(set) var prefix = ""
  public internal(set) var selection: Int?
  public internal(set) var form = FormState(Person())
  private var lastID = 3

  public init() {}

  public var listing: Listing {
    var listing = Listing()
    for (id, person) in people where isShown(person) {
      if id == selection { listing.selected = listing.ids.count }
      listing.ids.append(id)
      listing.rows.append(person.description)
    }
    return listing
  }

  public var name: String { form[\.name].text }
  public var surname: String { form[\.surname].text }
  public var canCreate: Bool { form.isValid }
  public var canUpdate: Bool { selection != nil && form.isValid }
  public var canDelete: Bool { selection != nil }

  func isShown(_ person: Person) -> Bool { person.surname.lowercased().hasPrefix(prefix.lowercased()) }

  private static let logic = FormLogic<Person, Message>("person", { .form($0) })

  public static func update(_ people: inout People, _ message: Message) -> Effect<Message> {
    switch message {
    case .filter(let prefix):
      people.prefix = prefix
      people.deselectHidden()
    case .select(let id):
      people.selection = id
      people.deselectHidden()
      if let person = people.selection.flatMap({ people.people[$0] }) {
        return logic.update(&people.form, .begin(with: person))
      }
    case .form(let message): return logic.update(&people.form, message)
    case .create:
      guard people.canCreate else { break }
      people.lastID += 1
      people.people[people.lastID] = people.form.value
      people.deselectHidden()
    case .update:
      guard people.canUpdate, let id = people.selection else { break }
      people.people[id] = people.form.value
      people.deselectHidden()
    case .delete:
      guard let id = people.selection else { break }
      people.people.remove(id: id)
      people.selection = nil
    }
    return .none
  }

  /// Nothing that is hidden by the filter is selected, and so deleted by mistake.
  private mutating func deselectHidden() {
    if selection.flatMap({ people[$0] }).map(isShown) != true { selection = nil }
  }

  @MainActor public static func store(on flow: Flow? = nil) -> Store<People, Message> {
    Store(People(), flow: flow, update: update)
  }
}

import Millrace
import MillraceCoding

@testable import MillraceInspector

/// A state with tables.
struct Library: Codable, Sendable {
  struct Book: Codable, Hashable, Sendable {
    var title: String
    var copies = 1
    var secret = "hush"
  }

  struct Shelves: Codable, Sendable {
    var books = RowTable<Int, Book>()
  }

  var name = "main"
  var shelves = Shelves()
  var drafts = RowTable<String, Book>()

  init(books: Int = 0) {
    for number in 0..<books { shelves.books[number] = Book(title: "book \(number)") }
  }
}

enum LibraryMessage: Codable, Hashable, Sendable {
  case lent(Int)
  case added(Int)
  case removed(Int)
  case emptied
}

@InspectorActor
func makeLibrary(_ library: Library, flow: Flow) -> Store<Library, LibraryMessage> {
  Store(library, of: LibraryMessage.self, name: "library", flow: flow) { library, message in
    switch message {
    case .lent(let number): library.shelves.books[number]?.copies += 1
    case .added(let number): library.shelves.books[number] = Library.Book(title: "new \(number)")
    case .removed(let number): library.shelves.books[number] = nil
    case .emptied: library.shelves.books.removeAll()
    }
    return .none
  }
}

extension Inspector {
  @discardableResult
  func showLibrary(_ store: Store<Library, LibraryMessage>) -> Inspector {
    show(
      store, state: RecordSchema("library"), messages: RecordSchema("library-message"),
      tables: [ShownTable(\.shelves.books), ShownTable(\.drafts)])
  }
}

/// The archived form of a value.
func archived<Value: Encodable>(_ value: Value) throws -> JournalValue {
  try JournalValue(cbor: RecordEncoder().encode(value))
}

/// SplitMix64.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
